/**
 * Smaller shapes of what the app is built of, for a build alone: every browser it is for has classes,
 * `await`, and React's own `useSyncExternalStore`.
 */
export const forNewBrowsers = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  { find: /^use-sync-external-store\/shim(?=$|\/)/, replacement: 'use-sync-external-store' },
];
