import { type Observable, createObservable } from './observable.ts';
import type { SessionState } from './status.ts';
import { parseToken } from './backend/token.ts';

/** The login of this engine's member and its acceptance by the server. */
export type SessionWatch = {
  state: Observable<SessionState>;
  /** Reads the token again; returns true if the state has changed. */
  rereadToken: () => boolean;
  /** The current token, unless it belongs to another member, who may log in in another tab. */
  token: () => string | undefined;
  /** The server has refused this token; ignored after another login. */
  reportRefusedToken: (token: string | undefined) => void;
  /** An unverified response has refused this token; it counts only if `isRefused` confirms it. */
  confirmRefusedToken: (
    token: string | undefined,
    isRefused: () => Promise<boolean>,
  ) => Promise<void>;
};

/** Watches one member's login; only another token replaces a refused one. */
export function watchSession(parts: {
  token: () => string | undefined;
  memberId: string | undefined;
}): SessionWatch {
  const state = createObservable<SessionState>('none');
  let refusedToken: string | undefined;
  let confirming: Promise<void> | undefined;

  function ownToken(): string | undefined {
    const token = parts.token();
    const owner = parseToken(token)?.memberId;
    return owner === undefined || owner === parts.memberId ? token : undefined;
  }

  function judged(): SessionState {
    const token = ownToken();
    if (!parseToken(token)) return 'none';
    return token === refusedToken ? 'refused' : 'signed-in';
  }

  function refused(token: string | undefined): void {
    if (token !== ownToken()) return;
    refusedToken = token;
    state.set('refused');
  }

  return {
    state,
    rereadToken() {
      const before = state.get();
      state.set(judged());
      return state.get() !== before;
    },
    token: ownToken,
    reportRefusedToken: refused,
    async confirmRefusedToken(token, isRefused) {
      // Simultaneously refused reads share one confirmation.
      confirming ??= isRefused()
        .then((isSo) => isSo && refused(token))
        .then(() => undefined)
        .finally(() => (confirming = undefined));
      await confirming;
    },
  };
}
