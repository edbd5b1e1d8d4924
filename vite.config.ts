import babel from '@rolldown/plugin-babel';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { catalogues } from './locales/catalogues.ts';
import { manifest } from './src/client/manifest.ts';

// A test run writes no route tree and builds no service worker.
const testing = process.env['VITEST'] !== undefined;
const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    ...(testing ? [] : [routes()]),
    react(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tailwindcss(),
    catalogues(),
    ...(testing ? [] : [installable()]),
  ],
  server: {
    proxy: { '/api': server, '/odds': server, '/pictures': server },
  },
  build: {
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What a first screen needs anyway is one file: dozens of small ones compress badly.
        codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] },
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
        },
      },
      {
        extends: true,
        test: {
          name: 'happy-dom',
          environment: 'happy-dom',
          include: ['tests/client/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          // Real processes and a real database, on machines with two cores.
          testTimeout: 20_000,
          // Starts one PostgreSQL for the whole run, so that the other projects need none.
          globalSetup: './tests/support/postgres-global-setup.ts',
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
    manifest,
    injectManifest: {
      // English is the language of last resort; the chosen one is kept by the worker itself.
      globPatterns: [
        'index.html',
        'favicon.svg',
        'assets/**/*.{js,css,woff2}',
        'assets/i18n/en.json',
      ],
      // Only these names change with their content; a catalogue keeps its name.
      dontCacheBustURLsMatching: /^assets\/.*\.(?:js|css|woff2)$/,
    },
  });
}
