import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from '@playwright/test';

const output = join(import.meta.dirname, '..', '..', 'test-output');

/** Where a run notes what it has looked at, one line each: the file of the test and the state. */
export const looksFile = join(output, 'audit-looks.txt');

/** Whether a state is to be looked at in this run: all are, unless it was restricted. */
export function isWanted(name: string): boolean {
  return (process.env['AUDIT_ONLY'] ?? '').split('|').some((text) => name.includes(text));
}

/** Notes a state as looked at by the test that is running. */
export function noteLook(name: string): void {
  mkdirSync(output, { recursive: true });
  appendFileSync(looksFile, `${basename(test.info().file)}\t${name}\n`);
}

/** The same as `isWanted`, for a test that is a look of its own: where it is wanted, it is noted. */
export function isLookedAt(name: string): boolean {
  if (!isWanted(name)) return false;
  noteLook(name);
  return true;
}

/** How many states the run has looked at, by the file of the test. */
export function looksByFile(): Map<string, number> {
  const counts = new Map<string, number>();
  if (!existsSync(looksFile)) return counts;
  for (const line of readFileSync(looksFile, 'utf8').trim().split('\n')) {
    const [file = ''] = line.split('\t');
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}
