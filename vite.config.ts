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

// Test runs write no route tree and build no service worker.
const testing = process.env['VITEST'] !== undefined;
// Timeouts that only a hanging test exceeds, even on a busy machine.
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000, interval: 10 } },
};
const server = 'http://127.0.0.1:3000';

const { version }: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'),
);

// Modules of the shared chunk. Dialogs, forms and messages import libraries, and the modules in
// `rare` are seldom needed on a first screen, so these are excluded.
const shared = /\/src\/(?:client\/ui\/(?:(?:chart|list|member|tip)\/|[^/]+$)|domain\/)/;
const rare = /\/(?:conflict-choice|withdrawal|kick-off-deadline|message-page)\.tsx$/;

// A separate chunk, because pages without the engine also show texts of problems.
const problems = /\/src\/(?:contract\/problem|client\/ui\/messages\/problems)\.ts$/;

// The code that fetches and sends rows; without a group it is split into two dozen small files.
const engine = /\/src\/(?:sync|contract)\/|\/node_modules\/(?:zod|ofetch)\//;

// Only browsers without storage need this chunk, and they cannot precache it for an offline start.
const inMemory = 'in-memory';
const isInMemory = (module: string) => module.includes('/node_modules/fake-indexeddb/');

export default defineConfig({
  plugins: [
    ...(testing ? [] : [routes()]),
    react(),
    // The server's sources run without a build, also in tests.
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
    // There is one style sheet, which `createInlineStylePlugin` puts into the page.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // One file for the code of every first screen, because many small files compress badly.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 2 },
            // One file for code that at least four chunks share, except rare modules.
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
    // Tests wait half of the time for a database, a process or a hash: two cores run three.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/{domain,contract,sync,worker,architecture,faults}/**/*.test.ts'],
          // Test files of a process share modules; loading them again took as long as the tests.
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
          // Dexie reads the IndexedDB global when it loads.
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
          // Only this project needs PostgreSQL.
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
      // Only English is precached; the worker stores other catalogues in a separate cache.
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
      // Names of these files contain a hash of the content; names of catalogues do not.
      dontCacheBustURLsMatching: /^assets\/.*\.(?:js|css|woff2)$/,
    },
  });
}

/** True if a screenshot exists. A script creates them; the manifest lists only existing files. */
function isThere({ src }: { src: string }): boolean {
  return existsSync(join(import.meta.dirname, 'public', src));
}
