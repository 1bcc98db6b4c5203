import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { sourceSum } from './sources';

const server = process.env.MOLEWORKS_SERVER ?? 'http://127.0.0.1:8000';

/** A chunk by its folder and its file, so that no number hangs on the order in which they are built. */
function nameOf(file: string | null, name: string): string {
  const folder = file && /src\/boards\/(\w+)\//.exec(file)?.[1];
  return folder ? `${folder}-${name}` : name;
}

/** Says in the build what it was made from. */
function summed(): Plugin {
  return {
    name: 'source-sum',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'source.sum', source: `${sourceSum(import.meta.dirname)}\n` });
    },
  };
}

/** What is always wanted together comes as one file: a few larger ones are smaller, pressed, than many small ones. */
const TOGETHER = [
  { name: 'core', test: /node_modules.svelte|src.(words.words|state.(settings|choices|announcer)|api.http|boards.index|parts.(Cover|LanguageChoice|Choice))/ },
  { name: 'art', test: /src.(art|boards.buddel_bande.(Mound|Hay))\b/ },
  { name: 'covers', test: /src.boards.\w+.Cover/ },
  { name: 'table', test: /src.(state.match|board|sound|api.(live|source)|parts.(Wait|LegalList))\b/ },
];

export default defineConfig({
  plugins: [svelte(), summed()],
  json: { namedExports: false },
  // What is built is committed and shipped with the Python package: names stay the same from build to build.
  build: {
    outDir: '../src/moleworks/web/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: TOGETHER },
        entryFileNames: 'assets/[name].js',
        chunkFileNames: (chunk) => `assets/${nameOf(chunk.facadeModuleId, chunk.name)}.js`,
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: false } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  // A busy machine is no reason to fail.
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    setupFiles: ['src/words/english.ts'],
    testTimeout: 60_000,
  },
});
