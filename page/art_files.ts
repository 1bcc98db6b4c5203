/** Outlines that the printed games share with the page: `art.json` of a Python package, imported as `moleworks/<folder>/art.json`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]*)\} from 'moleworks\/(.*\/art\.json)';/g;
/** The sources of Moleworks, from the folder of the page. */
const PACKAGES = '../src/moleworks';

/** The paths of all these files, from the folder of the page. */
export function artPaths(root: string): string[] {
  const games = readdirSync(join(root, PACKAGES, 'games')).map((game) => `games/${game}`);
  return ['press', ...games].map((folder) => `${PACKAGES}/${folder}/art.json`).filter((file) => existsSync(join(root, file)));
}

/** Puts the outlines in place of their import, and into the markup: text in a template is smaller than code that sets it. */
export function artFiles(): Plugin {
  return {
    name: 'art-files',
    enforce: 'pre',
    transform(code) {
      const imports = [...code.matchAll(IMPORT)];
      if (imports.length === 0) return null;
      let replaced = code;
      for (const [statement, names, name] of imports) {
        const file = join(import.meta.dirname, PACKAGES, name!);
        this.addWatchFile(file);
        const outlines = read(file, names!.split(',').map((each) => each.trim()));
        const constants = outlines.map(([name, path]) => `const ${name} = '${path}';`).join(' ');
        const markup = outlines.reduce((text, [name, path]) => text.replaceAll(`d={${name}}`, `d="${path}"`), replaced);
        replaced = markup.replace(statement, constants);
      }
      return { code: replaced, map: null };
    },
  };
}

function read(file: string, names: string[]): [string, string][] {
  const known: Record<string, string> = JSON.parse(readFileSync(file, 'utf-8'));
  return names.map((name) => {
    if (!known[name]) throw new Error(`there is no outline ${name} in ${file}`);
    return [name, known[name]];
  });
}
