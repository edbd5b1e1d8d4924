/**
 * Replaces two dependencies by smaller variants in the build: every supported browser has classes
 * and `await`, and React has its own `useSyncExternalStore`.
 */
export const modernBrowserAliases = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  { find: /^use-sync-external-store\/shim(?=$|\/)/, replacement: 'use-sync-external-store' },
];
