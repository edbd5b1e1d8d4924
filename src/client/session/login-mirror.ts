import {
  endMirroredLogin,
  isLoginEnded,
  LoginStore,
  tokenFingerprint,
  readIndexedDbLogin,
  mirrorLogin,
  type IndexedDbLogin,
  revokeLogin,
} from '#sync/storage/login-store.ts';
import { parseToken } from '#sync/backend/token.ts';
import {
  clearSession,
  storeSession,
  type StoredLogin,
  readSession,
  session,
  type Session,
} from './session.ts';
import { createPersistedValue, parseStoredText } from './persisted-value.ts';

/** The maximum wait for the login database at a start or a logout, in milliseconds. */
const mirrorTimeoutMs = 2000;

/** Identifies a login removed from localStorage; its copy in the login database may still exist. */
const removedLogin = createPersistedValue('touchline-removed-login', parseStoredText, {
  form: 'text',
});

/** Stores a login in localStorage and in the login database, which background work needs. */
export async function storeLogin(answer: StoredLogin): Promise<Session | undefined> {
  const login = storeSession(answer);
  if (login === undefined) return undefined;
  removedLogin.set(undefined);
  const mirrored = { memberId: login.memberId, token: login.token, userId: answer.userId };
  const mirroring = runWithLoginStore(async (store) => {
    await mirrorLogin(store, mirrored);
    // Another tab may have logged out during the write.
    if (readSession()?.token !== login.token) await endMirroredLogin(store, login.token);
  });
  await rejectAfterTimeout(mirroring).catch(() => undefined);
  return login;
}

/**
 * Ends the session, first in the login database: after a logout neither the service worker nor the
 * next start may use the login. The database also queues the logout for the server.
 */
export async function endSession(): Promise<void> {
  const token = readSession()?.token;
  // The login database may not respond, or may be in memory, where the next start cannot read it.
  if (token !== undefined) storeRemovedLogin(token);
  try {
    if (token !== undefined)
      await rejectAfterTimeout(runWithLoginStore((store) => revokeLogin(store, token)));
  } finally {
    clearSession();
  }
}

/**
 * Makes the logins in localStorage and in the login database equal at the start, or later if the
 * database opens late. A browser may write localStorage to the disk seconds later: after a crash it
 * may contain no login, an older login or an ended login.
 */
export async function reconcileLogin(): Promise<void> {
  watchLoginRemoval();
  await rejectAfterTimeout(runWithLoginStore(reconcileWithMirror)).catch(() => undefined);
}

async function reconcileWithMirror(store: LoginStore): Promise<void> {
  const here = readSession();
  const there = await readIndexedDbLogin(store);
  const ended = here !== undefined && (await isLoginEnded(store, here.token));
  // Another tab may have logged in or out during the read.
  if (readSession()?.token !== here?.token) return;
  if (here === undefined) {
    if (there === undefined) return;
    // The login was removed while a page was open, so a person logged out.
    if (removedLogin.get() === sessionFingerprintOf(there.token)) {
      await revokeLogin(store, there.token);
    } else storeSession(toStoredLogin(there));
    return;
  }
  if (there?.token === here.token) return;
  if (ended) {
    clearSession();
    if (there !== undefined) storeSession(toStoredLogin(there));
    return;
  }
  if (there !== undefined && isMirroredLoginNewer(there, here)) storeSession(toStoredLogin(there));
  else await mirrorLogin(store, toMirroredLogin(here));
}

function toMirroredLogin({ memberId, token }: Session): IndexedDbLogin {
  return { memberId, token, userId: memberId };
}

function toStoredLogin({ token, userId }: IndexedDbLogin): StoredLogin {
  return { access_token: token, userId };
}

/** True if the login in the database is newer than the login in localStorage; false if unknown. */
function isMirroredLoginNewer(there: IndexedDbLogin, here: Session): boolean {
  const issuedAt = parseToken(there.token)?.issuedAt;
  return issuedAt !== undefined && here.issuedAt !== undefined && issuedAt > here.issuedAt;
}

let watching = false;

/** Ends the login in the database when another tab or a person removes it from localStorage. */
function watchLoginRemoval(): void {
  if (watching) return;
  watching = true;
  let login = session.get();
  session.subscribe(() => {
    const before = login;
    login = session.get();
    if (before === undefined || login !== undefined) return;
    const ending = runWithLoginStore(async (store) => {
      // Some backends return an equal token at the next login.
      if (readSession()?.token !== before.token) await revokeLogin(store, before.token);
    });
    void rejectAfterTimeout(ending).catch(() => storeRemovedLogin(before.token));
  });
  globalThis.addEventListener('pagehide', () => {
    // A page that is being closed has no time to write to the database.
    if (login !== undefined && readSession() === undefined) storeRemovedLogin(login.token);
  });
}

function storeRemovedLogin(token: string): void {
  removedLogin.set(sessionFingerprintOf(token));
}

/** Identifies the session of a token; a renewed token has the same session. */
function sessionFingerprintOf(token: string): string {
  return tokenFingerprint(parseToken(token)?.sessionEnd?.session ?? token);
}

async function runWithLoginStore<Result>(
  run: (store: LoginStore) => Promise<Result>,
): Promise<Result> {
  const store = new LoginStore();
  try {
    return await run(store);
  } finally {
    store.close();
  }
}

async function rejectAfterTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(
      () => fail(new Error('The mirror of the login does not answer.')),
      mirrorTimeoutMs,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
