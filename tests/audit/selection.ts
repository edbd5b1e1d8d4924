import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from '@playwright/test';

const output = join(import.meta.dirname, '..', '..', 'test-output');

/** The file of checked states, one per line: test file and state. */
export const looksFile = join(output, 'audit-looks.txt');

/** True if this run includes a state; without a restriction, it includes all. */
export function isSelected(name: string): boolean {
  return (process.env['AUDIT_ONLY'] ?? '').split('|').some((text) => name.includes(text));
}

/** Records that the running test has checked a state. */
export function noteLook(name: string): void {
  mkdirSync(output, { recursive: true });
  appendFileSync(looksFile, `${basename(test.info().file)}\t${name}\n`);
}

/** Like `isSelected`, but also records the state as checked. */
export function isLookedAt(name: string): boolean {
  if (!isSelected(name)) return false;
  noteLook(name);
  return true;
}

/** Returns the number of checked states by test file. */
export function looksByFile(): Map<string, number> {
  const counts = new Map<string, number>();
  if (!existsSync(looksFile)) return counts;
  for (const line of readFileSync(looksFile, 'utf8').trim().split('\n')) {
    const [file = ''] = line.split('\t');
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}
