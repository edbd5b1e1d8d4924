import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from '@playwright/test';

const output = join(import.meta.dirname, '..', '..', 'test-output');

/** The file of checked states, one line each: test file and state. */
export const looksFile = join(output, 'audit-looks.txt');

/** True if a state is part of this run: all are, unless it was restricted. */
export function isSelected(name: string): boolean {
  return (process.env['AUDIT_ONLY'] ?? '').split('|').some((text) => name.includes(text));
}

/** Records a state as checked by the running test. */
export function noteLook(name: string): void {
  mkdirSync(output, { recursive: true });
  appendFileSync(looksFile, `${basename(test.info().file)}\t${name}\n`);
}

/** `isSelected` for a test that is one check: records it, too. */
export function isLookedAt(name: string): boolean {
  if (!isSelected(name)) return false;
  noteLook(name);
  return true;
}

/** Number of checked states by test file. */
export function looksByFile(): Map<string, number> {
  const counts = new Map<string, number>();
  if (!existsSync(looksFile)) return counts;
  for (const line of readFileSync(looksFile, 'utf8').trim().split('\n')) {
    const [file = ''] = line.split('\t');
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}
