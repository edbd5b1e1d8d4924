import { useObserved } from '#client/use-observed.ts';
import { createObservable, type Observable } from '#sync/observable.ts';
import { parseToken } from '#sync/backend/token.ts';
import { createPersistedValue, parseStoredText } from './persisted.ts';

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
export type StoredLogin = { access_token: string; userId: string };

const storedToken = createPersistedValue('token', parseStoredText, { form: 'text' });
const storedUserId = createPersistedValue('userId', parseStoredText);
/** The login answer, which completes missing keys. */
const storedAnswer = createPersistedValue('currentUser', (stored): Partial<StoredLogin> => {
  if (typeof stored !== 'object' || stored === null) return {};
  const token = 'access_token' in stored ? parseStoredText(stored.access_token) : undefined;
  const userId = 'userId' in stored ? parseStoredText(stored.userId) : undefined;
  return { ...(token !== undefined && { access_token: token }), ...(userId && { userId }) };
});

const current = createObservable<Session | undefined>(undefined);
let watching = false;

/** The session of this device; it changes with a login or logout in any tab. */
export const session: Observable<Session | undefined> = {
  get() {
    watchStoredSession();
    return current.get();
  },
  subscribe(onChange) {
    watchStoredSession();
    return current.subscribe(onChange);
  },
};

/** Reads the stored session; undefined for an unreadable token. */
export function readSession(): Session | undefined {
  const answer = storedAnswer.get();
  const token = storedToken.get() ?? answer.access_token;
  const claims = parseToken(token);
  const memberId = claims?.memberId ?? storedUserId.get() ?? answer.userId;
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
export const isLoginInMemory = createObservable(false);

/** Stores a login under the spec's keys. */
export function storeSession(answer: StoredLogin): Session | undefined {
  const stored = [
    storedToken.set(answer.access_token),
    storedUserId.set(answer.userId),
    storedAnswer.set(answer),
  ];
  isLoginInMemory.set(stored.includes(false));
  current.set(readSession());
  return current.get();
}

/** Removes the login, but no rows. */
export function clearSession(): void {
  for (const one of [storedToken, storedUserId, storedAnswer]) one.set(undefined);
  isLoginInMemory.set(false);
  current.set(undefined);
}

/** The token of a member's login; undefined for another member's. Some tokens have no member id. */
export function tokenOfMember(memberId: string | undefined): string | undefined {
  const login = session.get();
  return login?.memberId === memberId ? login?.token : undefined;
}

function watchStoredSession(): void {
  if (watching) return;
  watching = true;
  current.set(readSession());
  // Another tab logged in or out; a cleared storage has no key at all.
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === null || key === 'token' || key === 'currentUser') refreshSession();
  });
}

function refreshSession(): void {
  const next = readSession();
  if (next?.token !== current.get()?.token) current.set(next);
}

/** The session; undefined when logged out. */
export function useSession(): Session | undefined {
  return useObserved(session);
}
