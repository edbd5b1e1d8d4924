import {
  endMirroredLogin,
  isEnded,
  LoginStore,
  markOf,
  mirroredLogin,
  mirrorLogin,
  type MirroredLogin,
} from '#sync/login-store.ts';
import { readToken } from '#sync/token.ts';
import {
  dropSession,
  keepSession,
  type LoginAnswer,
  readSession,
  session,
  type Session,
} from './session.ts';

/** Storage that hangs must hold up neither a start nor a logout. */
const patience = 2000;

/** Names the login that was taken from localStorage, by anything but a logout, while a page looked on. */
const takenAway = 'touchline-taken-away';

/**
 * Keeps a login here and in the mirror; done when both have it. A mirror that cannot be written
 * costs the background its work, and never the login.
 */
export async function keepLoginForGood(answer: LoginAnswer): Promise<Session | undefined> {
  const login = keepSession(answer);
  if (login === undefined) return undefined;
  localStorage.removeItem(takenAway);
  const mirrored = { memberId: login.memberId, token: login.token, userId: answer.userId };
  const mirroring = withLogins(async (store) => {
    await mirrorLogin(store, mirrored);
    // Another tab may have logged out while this was written.
    if (readSession()?.token !== login.token) await endMirroredLogin(store, login.token);
  });
  await inTime(mirroring).catch(() => undefined);
  return login;
}

/**
 * Ends the session, in the mirror first: once a person reads that they are logged out, no worker
 * goes on in their name, and no start finds a login that the disk was slow to forget.
 */
export async function endSession(): Promise<void> {
  const token = readSession()?.token;
  try {
    if (token !== undefined) await inTime(withLogins((store) => endMirroredLogin(store, token)));
  } catch (failure) {
    if (token !== undefined) noteTakenAway(token);
    throw failure;
  } finally {
    dropSession();
  }
}

/**
 * Makes localStorage and the mirror agree when the app starts. Browsers take seconds to write
 * localStorage to the disk: killed before that, they come back without a login that was there, with
 * an older one, or with one that was ended.
 */
export async function settleLogin(): Promise<void> {
  watchRemoval();
  await inTime(withLogins(settle)).catch(() => undefined);
}

async function settle(store: LoginStore): Promise<void> {
  const here = readSession();
  const there = await mirroredLogin(store);
  const ended = here !== undefined && (await isEnded(store, here.token));
  // Another tab may have logged in or out while this was looked up.
  if (readSession()?.token !== here?.token) return;
  if (here === undefined) {
    if (there === undefined) return;
    // Taken away under the eyes of a page: no slow disk, but somebody who wanted it gone.
    if (localStorage.getItem(takenAway) === markOf(there.token)) {
      await endMirroredLogin(store, there.token);
    } else keepSession(answerOf(there));
    return;
  }
  if (there?.token === here.token) return;
  if (ended) {
    dropSession();
    if (there !== undefined) keepSession(answerOf(there));
    return;
  }
  if (there !== undefined && isNewer(there, here)) keepSession(answerOf(there));
  else await mirrorLogin(store, loginOf(here));
}

/** The member of a token that names nobody is the one the backend named at the login. */
function loginOf({ memberId, token }: Session): MirroredLogin {
  return { memberId, token, userId: memberId };
}

function answerOf({ token, userId }: MirroredLogin): LoginAnswer {
  return { access_token: token, userId };
}

/** Where that is not known, localStorage is right: it is the truth, and the mirror its copy. */
function isNewer(there: MirroredLogin, here: Session): boolean {
  const issuedAt = readToken(there.token)?.issuedAt;
  return issuedAt !== undefined && here.issuedAt !== undefined && issuedAt > here.issuedAt;
}

let watching = false;

/** Ends the mirror of a login that another tab, or a person with the browser's tools, takes away. */
function watchRemoval(): void {
  if (watching) return;
  watching = true;
  let login = session.get();
  session.subscribe(() => {
    const before = login;
    login = session.get();
    if (before === undefined || login !== undefined) return;
    const ending = withLogins(async (store) => {
      // Some backends give the same token again, to who has logged in again at once.
      if (readSession()?.token !== before.token) await endMirroredLogin(store, before.token);
    });
    void inTime(ending).catch(() => noteTakenAway(before.token));
  });
  globalThis.addEventListener('pagehide', () => {
    // Nothing slower than this is sure to be done by a page that is going away.
    if (login !== undefined && readSession() === undefined) noteTakenAway(login.token);
  });
}

function noteTakenAway(token: string): void {
  try {
    localStorage.setItem(takenAway, markOf(token));
  } catch {
    // Storage that is shut keeps no login either.
  }
}

async function withLogins<Result>(run: (store: LoginStore) => Promise<Result>): Promise<Result> {
  const store = new LoginStore();
  try {
    return await run(store);
  } finally {
    store.close();
  }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The mirror of the login does not answer.')), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
