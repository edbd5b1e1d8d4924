import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = { version?: string; optionalDependencies?: Record<string, string> };

const lock: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
);

// Without the builds for another platform, `npm ci` fails there.
test('the lock file contains native builds for every platform', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path || 'touchline'} wants ${name}`),
  );

  expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});

/** Finds a package where Node would: below its dependent, then in the folders above. */
function isLocked(from: string, name: string): boolean {
  const above = [...from.matchAll(/node_modules\//g)].map(({ index }) => from.slice(0, index));
  const homes = [from === '' ? '' : `${from}/`, ...above];
  return homes.some((home) => lock.packages[`${home}node_modules/${name}`]?.version !== undefined);
}
