import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { artFiles } from './art_files';
import { sourceSum } from './sources';
import { viewerTemplate } from './viewer_template';

const server = process.env.MOLEWORKS_SERVER ?? 'http://127.0.0.1:8000';

/** Names a chunk after its game and its file, so that no number depends on the order of the build. */
function chunkName(file: string | null, name: string): string {
  const folder = file && /src\/games\/(\w+)\//.exec(file)?.[1];
  return folder ? `${folder}-${name}` : name;
}

/** Writes the checksum of the sources into the build. */
function sourceSumFile(): Plugin {
  return {
    name: 'source-sum',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'source.sum', source: `${sourceSum(import.meta.dirname)}\n` });
    },
  };
}

/** Modules that are always loaded together share a chunk: a few large files compress better than many small ones. */
const CHUNKS = [
  { name: 'core', test: /node_modules.svelte|src.(texts.\w+.svelte|settings|match.new_match|speech.announcer|api.http|games.(index|catalogue)|parts.(GameCover|LanguageChoice|RadioTabs))\b/ },
  { name: 'art', test: /src.(art|games.\w+.art|games.buddel_bande.(Mound|Hay))\b/ },
  { name: 'covers', test: /src.games.\w+.Cover/ },
  { name: 'table', test: /src.(match.match|board(?!.(plain|Legend))|sound|api.(live|source)|parts.StatusScreen)\b/ },
];

export default defineConfig({
  plugins: [artFiles(), svelte(), sourceSumFile(), viewerTemplate()],
  json: { namedExports: false },
  // The build is committed and shipped with the Python package, so file names stay the same from build to build.
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
        codeSplitting: { groups: CHUNKS },
        entryFileNames: 'assets/[name].js',
        chunkFileNames: (chunk) => `assets/${chunkName(chunk.facadeModuleId, chunk.name)}.js`,
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: false } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    setupFiles: ['src/texts/english_for_tests.ts'],
    testTimeout: 60_000, // for busy machines
  },
});
