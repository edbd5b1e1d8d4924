import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie';
import type { SessionEnd } from '#contract/account/accounts.ts';
import { createStableId } from '../stable-id.ts';
import { parseToken } from '../backend/token.ts';
import { trackTransactions, trackUpgradeTransactions } from './transactions.ts';

export type IndexedDbLogin = { memberId: string; token: string; userId: string };

/** The current login, and the hash of the last token that was logged out. */
type LoginRow = ({ name: 'current' } & IndexedDbLogin) | { name: 'ended'; mark: string };

/**
 * An IndexedDB copy of the login that is in localStorage. The service worker cannot read
 * localStorage, and a killed browser may not have written localStorage to the disk.
 */
export class LoginStore extends Dexie {
  declare logins: Table<LoginRow, LoginRow['name']>;
  /** Sessions logged out on this device that the server may not have ended yet. */
  declare revocations: EntityTable<SessionEnd, 'session'>;

  constructor(options: DexieOptions = {}) {
    super('touchline-login', {
      ...trackUpgradeTransactions(options),
      chromeTransactionDurability: 'strict',
    });
    // Version 2, because a store was once added to version 1 without a new number.
    this.version(2).stores({ logins: 'name', revocations: 'session' });
    trackTransactions(this);
  }
}

/** Reads this store's copy of the login in localStorage; undefined if absent or invalid. */
export async function readIndexedDbLogin(store: LoginStore): Promise<IndexedDbLogin | undefined> {
  const row: unknown = await store.logins.get('current');
  if (typeof row !== 'object' || row === null) return undefined;
  const { memberId, token, userId } = Object.fromEntries(Object.entries(row));
  if (typeof memberId !== 'string' || typeof token !== 'string') return undefined;
  if (typeof userId !== 'string' || !parseToken(token)) return undefined;
  return { memberId, token, userId };
}

/** Stores a login and replaces any other login. */
export async function mirrorLogin(store: LoginStore, login: IndexedDbLogin): Promise<void> {
  await store.logins.put({ name: 'current', ...login });
}

/** Logs out the login with this token, and queues the end of its session on the server. */
export async function revokeLogin(store: LoginStore, token: string): Promise<void> {
  const sessionEnd = parseToken(token)?.sessionEnd;
  await store.transaction('rw', store.logins, store.revocations, async () => {
    await endMirroredLogin(store, token);
    // failpoint: logout-not-queued
    if (sessionEnd) await store.revocations.put(sessionEnd);
  });
}

/** Removes the login with this token from the mirror; a newer login stays. */
export async function endMirroredLogin(store: LoginStore, token: string): Promise<void> {
  await store.transaction('rw', store.logins, async () => {
    const current = await store.logins.get('current');
    if (current?.name === 'current' && current.token === token) {
      await store.logins.delete('current');
    }
    await store.logins.put({ name: 'ended', mark: tokenFingerprint(token) });
  });
}

/** True if this token was the last one that was logged out. */
export async function isLoginEnded(store: LoginStore, token: string): Promise<boolean> {
  const ended = await store.logins.get('ended');
  return ended?.name === 'ended' && ended.mark === tokenFingerprint(token);
}

export function tokenFingerprint(token: string): string {
  return createStableId(token);
}
