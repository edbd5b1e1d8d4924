import { useSyncExternalStore } from 'react';
import { observed, type Observable } from '#sync/observable.ts';
import { readToken } from '#sync/token.ts';

/** Who is logged in on this device, as their token says it: a hint, the server decides. */
export type Session = {
  memberId: string;
  email: string | undefined;
  role: string | undefined;
  token: string;
  /** Milliseconds since 1970, judged on server time; only a 401 ends a session. */
  expiresAt: number | undefined;
  issuedAt: number | undefined;
};

/** The login answer as it is stored under `currentUser`. */
export type LoginAnswer = { access_token: string; userId: string };

const keys = { token: 'token', userId: 'userId', currentUser: 'currentUser' } as const;

const current = observed<Session | undefined>(undefined);
let watching = false;

/** The session of this device, live: it changes with a login or logout in any tab. */
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

/** Reads the stored session. A token that cannot be read is none. */
export function readSession(storage: Storage = localStorage): Session | undefined {
  const token = stored(storage, keys.token);
  const claims = readToken(token);
  const memberId = claims?.memberId ?? jsonText(stored(storage, keys.userId));
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

/** Keeps a login under the keys the app has always used. */
export function keepSession(answer: LoginAnswer): Session | undefined {
  localStorage.setItem(keys.token, answer.access_token);
  localStorage.setItem(keys.userId, JSON.stringify(answer.userId));
  localStorage.setItem(keys.currentUser, JSON.stringify(answer));
  current.set(readSession());
  return current.get();
}

/** Forgets the login. What the member stored on this device is another matter. */
export function dropSession(): void {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
  current.set(undefined);
}

/**
 * The token, as long as the login is this member's. A token that names nobody cannot tell by itself
 * that somebody else has logged in meanwhile.
 */
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
    if (key === null || key === keys.token) reread();
  });
}

function reread(): void {
  const next = readSession();
  if (next?.token !== current.get()?.token) current.set(next);
}

/** Storage may be shut by the browser's settings; then nobody is logged in. */
function stored(storage: Storage, key: string): string | undefined {
  try {
    return storage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function jsonText(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The session, live; undefined when logged out. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, session.get);
}
