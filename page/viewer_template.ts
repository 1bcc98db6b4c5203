/** Builds the viewer into one HTML file that needs no server; src/moleworks/reports/viewer.py puts the data of a report into it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin, type Rolldown } from 'vite';

import { artFiles } from './art_files';

/** The page's server does not serve a file of this kind. */
const FILE = 'viewer.template';
/** Where the data goes; each is replaced once. */
const PLACES = { language: '@language@', title: '@title@', report: '@report@' };

export function viewerTemplate(): Plugin {
  return {
    name: 'viewer-template',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: template(await bundle(import.meta.dirname)) });
    },
  };
}

interface Bundle {
  script: string;
  style: string;
}

/** All scripts in one, and all styles with their fonts. */
async function bundle(root: string): Promise<Bundle> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [artFiles(), svelte()],
    json: { namedExports: false },
    build: {
      write: false,
      target: 'es2022',
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/viewer/main.ts'), output: { codeSplitting: false } },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  const [chunk, style, ...more] = output;
  if (style?.type !== 'asset' || more.length) throw new Error(`the viewer is not one script and one style: ${output.map((file) => file.fileName).join(', ')}`);
  return { script: inScript(chunk.code), style: String(style.source).trim() };
}

/** The same script, without anything that HTML would take for the end of its element or for a comment. */
function inScript(code: string): string {
  return code.replace(/<(?=!--|\/?script)/gi, '\\x3c').trim();
}

function template({ script, style }: Bundle): string {
  const policy = [
    "default-src 'none'",
    `script-src ${digest(script)}`,
    `style-src ${digest(style)}`,
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="${PLACES.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${PLACES.title}</title>
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="report">${PLACES.report}</script>
<script type="module">${script}</script>
</body>
</html>
`;
  for (const place of Object.values(PLACES)) {
    if (html.split(place).length !== 2) throw new Error(`the viewer has ${place} not once`);
  }
  return html;
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
