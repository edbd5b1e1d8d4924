import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import babel from '@rolldown/plugin-babel';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { catalogues } from './locales/catalogues.ts';
import { createPreloadPlugin } from './src/client/startup/preload-plugin.ts';
import { manifest, screenshots } from './src/client/manifest.ts';
import { modernBrowserAliases } from './src/client/startup/modern-browser-aliases.ts';
import { createInlineStylePlugin } from './src/client/startup/inline-style-plugin.ts';

// A test run writes no route tree and builds no service worker.
const testing = process.env['VITEST'] !== undefined;
// Only a test that hangs takes that long, also on a machine that is busy with something else.
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000, interval: 10 } },
};
const server = 'http://127.0.0.1:3000';

const { version }: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'),
);

// Dialogs, forms and messages bring libraries of their own, and a first screen seldom has a problem.
const shared = /\/src\/(?:client\/ui\/(?:(?:chart|list|member|tip)\/|[^/]+$)|domain\/)/;
const rare = /\/(?:conflict-choice|withdrawal|kick-off-watch|answer-page)\.tsx$/;

// The words for problems are said on pages that need no engine.
const problems = /\/src\/(?:contract\/problem|client\/ui\/messages\/problems)\.ts$/;

// What fetches and sends rows: two dozen small files otherwise, each asked for by itself.
const engine = /\/src\/(?:sync|contract)\/|\/node_modules\/(?:zod|ofetch)\//;

// A browser that needs this refuses to keep anything, and so any file for a start without a line.
const inMemory = 'in-memory';
const isInMemory = (module: string) => module.includes('/node_modules/fake-indexeddb/');

export default defineConfig({
  plugins: [
    ...(testing ? [] : [routes()]),
    react(),
    // The server runs its sources as they stand, in tests too.
    babel({
      presets: [linguiTransformerBabelPreset()],
      exclude: [/\/node_modules\//, /\/src\/server\//],
    }),
    tailwindcss(),
    catalogues(),
    createPreloadPlugin(),
    createInlineStylePlugin(),
    ...(testing ? [] : [installable()]),
  ],
  define: {
    'import.meta.env.APP_VERSION': JSON.stringify(
      [version, process.env['BUILD_ID']].filter(Boolean).join(' · '),
    ),
  },
  resolve: { alias: testing ? [] : modernBrowserAliases },
  server: {
    proxy: { '/api': server, '/odds': server, '/pictures': server, '/proof': server },
  },
  build: {
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style for all, which stands in the page: no part asks for it.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // What a first screen needs anyway is one file: dozens of small ones compress badly.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 2 },
            // So is what screens share, apart from what only some of them open.
            {
              name: 'shared',
              test: (module) => shared.test(module) && !rare.test(module),
              minShareCount: 4,
              priority: 1,
            },
            { name: 'problems', test: problems, priority: 1 },
            { name: 'engine', test: engine, minShareCount: 2 },
          ],
        },
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.some(isInMemory) ? inMemory : '[name]'}-[hash].js`,
      },
    },
  },
  test: {
    // Half of the time tests wait for a database, a process or a hash: two cores carry three of them.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/{domain,contract,sync,worker,architecture,faults}/**/*.test.ts'],
          // Files of one process share their modules: loading them anew took as long as the tests.
          isolate: false,
          unstubGlobals: true,
          setupFiles: ['./tests/testing/phone/fresh-databases.ts'],
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'happy-dom',
          environment: 'happy-dom',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          // Dexie looks for IndexedDB when it loads.
          setupFiles: ['fake-indexeddb/auto'],
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          isolate: false,
          ...patience,
          // The other projects need no PostgreSQL.
          globalSetup: './tests/testing/database/postgres-global-setup.ts',
        },
      },
    ],
  },
});

function routes() {
  return tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    routesDirectory: 'src/client/routes',
    generatedRouteTree: 'src/client/route-tree.gen.ts',
    quoteStyle: 'single',
    semicolons: true,
  });
}

function installable() {
  return VitePWA({
    strategies: 'injectManifest',
    registerType: 'prompt',
    injectRegister: false,
    srcDir: 'src/worker',
    filename: 'sw.ts',
    manifest: { ...manifest, screenshots: screenshots.filter(isThere) },
    injectManifest: {
      // English is precached; the worker keeps the other catalogues in a cache of their own.
      globPatterns: [
        'index.html',
        'favicon.svg',
        'theme.js',
        'snapshot.js',
        'ahead.js',
        'assets/**/*.{js,css,woff2}',
        'assets/i18n/*.json',
      ],
      globIgnores: [`assets/${inMemory}-*.js`],
      // Only these names change with their content; a catalogue keeps its name.
      dontCacheBustURLsMatching: /^assets\/.*\.(?:js|css|woff2)$/,
    },
  });
}

/** Pictures of the screens are drawn by a script; a manifest names only those that were. */
function isThere({ src }: { src: string }): boolean {
  return existsSync(join(import.meta.dirname, 'public', src));
}
