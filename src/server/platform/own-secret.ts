import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { hasCode } from './system.ts';
import { minSecretBytes } from './secrets.ts';
import { OperatorError, toErrorMessage } from './error-reports.ts';

/** Returns a secret that is created once and stored, so that sessions survive a restart. */
export function readOrCreateSecret(dataDir: string, name: 'jwt-secret' | 'proof-key'): string {
  const path = join(dataDir, name);
  return readSecret(path) ?? makeSecret(dataDir, path);
}

function readSecret(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret.length >= minSecretBytes) return secret;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new OperatorError(`${path} cannot be read: ${toErrorMessage(error)}.`);
  }
  throw new OperatorError(`${path} is too short to be a secret. Remove it and a new one is made.`);
}

function makeSecret(dataDir: string, path: string): string {
  makeDataDir(dataDir);
  // A hard link appears atomically and never replaces a file: two concurrent starts get the same
  // secret, and a killed process leaves no truncated file.
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) {
      throw new OperatorError(`${path} cannot be written: ${toErrorMessage(error)}.`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = readSecret(path);
  if (!secret) throw new OperatorError(`${path} cannot be kept.`);
  return secret;
}

/** Creates DATA_DIR for its owner only; if that is root, PostgreSQL's user may enter it, too. */
export function makeDataDir(dataDir: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    const first = mkdirSync(dataDir, { recursive: true, mode });
    // A strict umask would prevent PostgreSQL's user from entering the new folders.
    for (const folder of listCreatedFolders(first, dataDir)) chmodSync(folder, mode);
  } catch (error) {
    throw new OperatorError(`DATA_DIR (${dataDir}) cannot be made: ${toErrorMessage(error)}.`);
  }
}

/** Returns the folders that were created, from the topmost down to `last`; may be empty. */
function listCreatedFolders(first: string | undefined, last: string): string[] {
  if (first === undefined) return [];
  const above = dirname(last);
  return first === last || above === last ? [last] : [...listCreatedFolders(first, above), last];
}
