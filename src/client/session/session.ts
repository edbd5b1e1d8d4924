import { useObservable } from '#client/use-observable.ts';
import { createObservable, type Observable } from '#sync/observable.ts';
import { parseToken } from '#sync/backend/token.ts';
import { createPersistedValue, parseStoredText } from './persisted-value.ts';

/** The login of this device, parsed from its token; a hint, because the server decides. */
export type Session = {
  memberId: string;
  email: string | undefined;
  role: string | undefined;
  token: string;
  /** Milliseconds since 1970 by the server's clock; only a response 401 ends a session. */
  expiresAt: number | undefined;
  issuedAt: number | undefined;
};

/** The login response as it is stored under `currentUser`. */
export type StoredLogin = { access_token: string; userId: string };

const storedToken = createPersistedValue('token', parseStoredText, { form: 'text' });
const storedUserId = createPersistedValue('userId', parseStoredText);
/** The stored login response, used if the separate keys are missing. */
const storedAnswer = createPersistedValue('currentUser', (stored): Partial<StoredLogin> => {
  if (typeof stored !== 'object' || stored === null) return {};
  const token = 'access_token' in stored ? parseStoredText(stored.access_token) : undefined;
  const userId = 'userId' in stored ? parseStoredText(stored.userId) : undefined;
  return { ...(token !== undefined && { access_token: token }), ...(userId && { userId }) };
});

const current = createObservable<Session | undefined>(undefined);
let watching = false;

/** The session of this device; it changes after a login or logout in any tab. */
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

/** Parses the stored session; undefined if the token is missing or unreadable. */
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

/** True if the browser refused to store the login, which then ends with the page. */
export const isLoginInMemory = createObservable(false);

/** Stores a login under the keys of the specification. */
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

/** Removes the login from localStorage, but none of the member's rows. */
export function clearSession(): void {
  for (const one of [storedToken, storedUserId, storedAnswer]) one.set(undefined);
  isLoginInMemory.set(false);
  current.set(undefined);
}

/** The token if this member is logged in; compares stored ids, as some tokens contain none. */
export function tokenOfMember(memberId: string | undefined): string | undefined {
  const login = session.get();
  return login?.memberId === memberId ? login?.token : undefined;
}

function watchStoredSession(): void {
  if (watching) return;
  watching = true;
  current.set(readSession());
  // Another tab has logged in or out; the key is null if the whole storage was cleared.
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === null || key === 'token' || key === 'currentUser') refreshSession();
  });
}

function refreshSession(): void {
  const next = readSession();
  if (next?.token !== current.get()?.token) current.set(next);
}

/** The session; undefined for a visitor. */
export function useSession(): Session | undefined {
  return useObservable(session);
}
