import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie';
import type { SessionEnd } from '#contract/account/accounts.ts';
import { createStableId } from '../stable-id.ts';
import { parseToken } from '../backend/token.ts';
import { trackTransactions, trackUpgrades } from './transactions.ts';

/** A login as stored in the mirror. */
export type MirroredLogin = { memberId: string; token: string; userId: string };

/** The current login, and a hash of the last ended token, which cannot be used to log in. */
type LoginRow = ({ name: 'current' } & MirroredLogin) | { name: 'ended'; mark: string };

/**
 * The mirror of the login, for the service worker, which cannot read localStorage, and for a
 * browser killed before it wrote localStorage to the disk.
 */
export class LoginStore extends Dexie {
  declare logins: Table<LoginRow, LoginRow['name']>;
  /** Sessions that were logged out here and may still be open on the server. */
  declare revocations: EntityTable<SessionEnd, 'session'>;

  constructor(options: DexieOptions = {}) {
    super('touchline-login', {
      ...trackUpgrades(options),
      chromeTransactionDurability: 'strict',
    });
    // Version 1 gained a store without a new version number, so its databases differ.
    this.version(2).stores({ logins: 'name', revocations: 'session' });
    trackTransactions(this);
  }
}

/** Reads the mirrored login; undefined if there is none or it is unreadable. */
export async function readMirroredLogin(store: LoginStore): Promise<MirroredLogin | undefined> {
  const row: unknown = await store.logins.get('current');
  if (typeof row !== 'object' || row === null) return undefined;
  const { memberId, token, userId } = Object.fromEntries(Object.entries(row));
  if (typeof memberId !== 'string' || typeof token !== 'string') return undefined;
  if (typeof userId !== 'string' || !parseToken(token)) return undefined;
  return { memberId, token, userId };
}

/** Mirrors a login, replacing any other. */
export async function mirrorLogin(store: LoginStore, login: MirroredLogin): Promise<void> {
  await store.logins.put({ name: 'current', ...login });
}

/**
 * Ends the login with this token on request of its member, and queues the end of its session on the
 * server.
 */
export async function revokeLogin(store: LoginStore, token: string): Promise<void> {
  const sessionEnd = parseToken(token)?.sessionEnd;
  await store.transaction('rw', store.logins, store.revocations, async () => {
    await endMirroredLogin(store, token);
    // failpoint: logout-not-queued
    if (sessionEnd) await store.revocations.put(sessionEnd);
  });
}

/** Ends the login with this token in the mirror; a newer login stays. */
export async function endMirroredLogin(store: LoginStore, token: string): Promise<void> {
  await store.transaction('rw', store.logins, async () => {
    const current = await store.logins.get('current');
    if (current?.name === 'current' && current.token === token) {
      await store.logins.delete('current');
    }
    await store.logins.put({ name: 'ended', mark: tokenFingerprint(token) });
  });
}

/** True if the last ended login had this token. */
export async function isLoginEnded(store: LoginStore, token: string): Promise<boolean> {
  const ended = await store.logins.get('ended');
  return ended?.name === 'ended' && ended.mark === tokenFingerprint(token);
}

/** The hash of a token. */
export function tokenFingerprint(token: string): string {
  return createStableId(token);
}
