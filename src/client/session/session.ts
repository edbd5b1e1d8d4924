import { useSyncExternalStore } from 'react';
import { observed, type Observable } from '#sync/observable.ts';
import { readToken } from '#sync/backend/token.ts';
import { siteStorage } from './site-storage.ts';

/** The login on this device, from its token: a hint, because the server decides. */
export type Session = {
  memberId: string;
  email: string | undefined;
  role: string | undefined;
  token: string;
  /** Milliseconds since 1970 in server time; only a 401 ends a session. */
  expiresAt: number | undefined;
  issuedAt: number | undefined;
};

/** The login answer as it is stored under `currentUser`. */
export type LoginAnswer = { access_token: string; userId: string };

const keys = { token: 'token', userId: 'userId', currentUser: 'currentUser' } as const;

const current = observed<Session | undefined>(undefined);
let watching = false;

/** The session of this device; it changes with a login or logout in any tab. */
export const session: Observable<Session | undefined> = {
  get() {
    watch();
    return current.get();
  },
  subscribe(onChange) {
    watch();
    return current.subscribe(onChange);
  },
};

/** Reads the stored session; undefined for an unreadable token. */
export function readSession(): Session | undefined {
  const answer = loginAnswer(stored(keys.currentUser));
  const token = stored(keys.token) ?? answer.access_token;
  const claims = readToken(token);
  const memberId = claims?.memberId ?? jsonText(stored(keys.userId)) ?? answer.userId;
  if (token === undefined || claims === undefined || memberId === undefined) return undefined;
  return {
    memberId,
    email: claims.email,
    role: claims.role,
    token,
    expiresAt: claims.expiresAt,
    issuedAt: claims.issuedAt,
  };
}

/** Whether the browser refused to store the login, which then lasts as long as the page. */
export const isLoginInMemory = observed(false);

/** Stores a login under the spec's keys. */
export function storeSession(answer: LoginAnswer): Session | undefined {
  const stored = [
    siteStorage.setItem(keys.token, answer.access_token),
    siteStorage.setItem(keys.userId, JSON.stringify(answer.userId)),
    siteStorage.setItem(keys.currentUser, JSON.stringify(answer)),
  ];
  isLoginInMemory.set(stored.includes(false));
  current.set(readSession());
  return current.get();
}

/** Removes the login, but no rows. */
export function clearSession(): void {
  for (const key of Object.values(keys)) siteStorage.removeItem(key);
  isLoginInMemory.set(false);
  current.set(undefined);
}

/** The token of a member's login; undefined for another member's. Some tokens have no member id. */
export function tokenOfMember(memberId: string | undefined): string | undefined {
  const login = session.get();
  return login?.memberId === memberId ? login?.token : undefined;
}

function watch(): void {
  if (watching) return;
  watching = true;
  current.set(readSession());
  // Another tab logged in or out; a cleared storage has no key at all.
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === null || key === keys.token || key === keys.currentUser) reread();
  });
}

function reread(): void {
  const next = readSession();
  if (next?.token !== current.get()?.token) current.set(next);
}

function stored(key: string): string | undefined {
  return siteStorage.getItem(key) ?? undefined;
}

/** The login in `currentUser`, which completes missing keys. */
function loginAnswer(text: string | undefined): Partial<LoginAnswer> {
  const value = jsonIn(text);
  if (typeof value !== 'object' || value === null) return {};
  const token = 'access_token' in value ? textIn(value.access_token) : undefined;
  const userId = 'userId' in value ? textIn(value.userId) : undefined;
  return { ...(token !== undefined && { access_token: token }), ...(userId && { userId }) };
}

function jsonText(text: string | undefined): string | undefined {
  return textIn(jsonIn(text));
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function jsonIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The session; undefined when logged out. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, session.get);
}
