import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = { version?: string; optionalDependencies?: Record<string, string> };

const lock: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
);

// `npm ci` on another platform fails when a package's build for it is missing here.
test('the lock file holds the builds for every platform', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path || 'touchline'} wants ${name}`),
  );

  expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});

/** Looks for a package where Node would: below the one that wants it, then beside it and above. */
function isLocked(from: string, name: string): boolean {
  const above = [...from.matchAll(/node_modules\//g)].map(({ index }) => from.slice(0, index));
  const homes = [from === '' ? '' : `${from}/`, ...above];
  return homes.some((home) => lock.packages[`${home}node_modules/${name}`]?.version !== undefined);
}
