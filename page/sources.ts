/** The checksum of all sources of the page. The build contains it, and a test compares it with the sources. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { artPaths } from './art_files';

const PARTS = ['art_files.ts', 'index.html', 'package.json', 'package-lock.json', 'public', 'sources.ts', 'src', 'svelte.config.js', 'viewer_template.ts', 'vite.config.ts'];

export function sourceSum(root: string): string {
  const files = [...PARTS, ...artPaths(root)]
    .flatMap((part) => under(join(root, part)))
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((name) => !name.endsWith('.test.ts'))
    .sort();
  const sum = createHash('sha256');
  for (const name of files) {
    const content = createHash('sha256').update(readFileSync(join(root, name))).digest('hex');
    sum.update(`${content}  ${name}\n`);
  }
  return sum.digest('hex');
}

function under(path: string): string[] {
  return statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => under(join(path, name))) : [path];
}
