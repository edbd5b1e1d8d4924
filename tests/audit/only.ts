import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const output = join(import.meta.dirname, '..', '..', 'test-output');

/** Whether a state is to be looked at in this run: all are, unless it was restricted. */
export function isWanted(name: string): boolean {
  return (process.env['AUDIT_ONLY'] ?? '').split('|').some((text) => name.includes(text));
}

/** Where a run notes what it has looked at, one line each, for the count at its end. */
export const looksFile = join(output, 'audit-looks.txt');

/** Notes a state as looked at. */
export function noteLook(name: string): void {
  mkdirSync(output, { recursive: true });
  appendFileSync(looksFile, `${name}\n`);
}
