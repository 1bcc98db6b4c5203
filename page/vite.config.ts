import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin, type Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';

import { artFiles } from './art_files';
import { sourceSum } from './sources';
import { viewerTemplate } from './viewer_template';

const server = process.env.MOLEWORKS_SERVER ?? 'http://127.0.0.1:8000';

/** Names a chunk or its style after its game and its file, so that no number depends on the order of the build. */
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

/** Keeps the compiled kernels, which `scripts/wasm` writes into the build: it is emptied before it is written. */
function kernelFiles(folder: string): Plugin {
  const kept = new Map<string, Buffer>();
  return {
    name: 'kernel-files',
    apply: 'build',
    configResolved() {
      for (const name of ['kernels.json', 'kernels.wasm']) {
        kept.set(name, readFileSync(join(folder, name)));
      }
    },
    generateBundle() {
      for (const [fileName, source] of kept) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/** Builds the service worker of a static folder: one script, whose place decides for which addresses it works. */
function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        root: import.meta.dirname,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: 'es2022',
          rolldownOptions: { input: join(import.meta.dirname, 'src/offline/offline_worker.ts') },
        },
      });
      const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
      if (output.length !== 1) throw new Error('the service worker is not one script');
      this.emitFile({ type: 'asset', fileName: 'offline_worker.js', source: output[0].code });
    },
  };
}

const BUILT = join(import.meta.dirname, '../src/moleworks/web/page');

/** Modules that are always loaded together share a chunk: a few large files compress better than many small ones. */
const CHUNKS = [
  { name: 'core', test: /node_modules.svelte|src.(texts.\w+.svelte|settings.(settings|storage)|match.new_match|speech.announcer|api.(http|transport)|games.(index|catalogue)|parts.(GameCover|LanguageChoice|RadioTabs)|start.matches|worker.loading)\b/ },
  { name: 'art', test: /src.(art|games.\w+.art|games.buddel_bande.(Mound|Hay))\b/ },
  { name: 'covers', test: /src.games.\w+.Cover/ },
  { name: 'table', test: /src.(match.(match|SentenceWithRule)|board(?!.(plain|Legend|commands))|sound.sound|api.(live|source)|parts.StatusScreen)\b/ },
];

export default defineConfig({
  base: './',
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name].js' } } },
  plugins: [artFiles(), svelte(), sourceSumFile(), viewerTemplate(), offlineWorker(), kernelFiles(BUILT)],
  json: { namedExports: false },
  // The build is committed and shipped with the Python package, so file names stay the same from build to build.
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        entryFileNames: 'assets/[name].js',
        chunkFileNames: (chunk) => `assets/${chunkName(chunk.facadeModuleId, chunk.name)}.js`,
        assetFileNames: ({ names, originalFileNames }) => `assets/${chunkName(originalFileNames[0] ?? null, names[0] ?? '[name].[ext]')}`,
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
