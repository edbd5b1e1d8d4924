import { type Observable, createObservable } from './observable.ts';
import type { SessionState } from './status.ts';
import { parseToken } from './backend/token.ts';

/** The login of this engine's member, and whether the server accepts its token. */
export type SessionWatch = {
  state: Observable<SessionState>;
  /** Reads the token again; returns true if the state has changed. */
  rereadToken: () => boolean;
  /** The current token; undefined if another tab has logged in another member. */
  token: () => string | undefined;
  /** Reports a token that the server has refused; ignored after another login. */
  reportRefusedToken: (token: string | undefined) => void;
  /** Reports a refusal that may be forged; ignored unless `isRefused` confirms the refusal. */
  confirmRefusedToken: (
    token: string | undefined,
    isRefused: () => Promise<boolean>,
  ) => Promise<void>;
};

/** Watches one member's login; a refused token stays refused until another token replaces it. */
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
      // Simultaneous refusals share one confirmation.
      confirming ??= isRefused()
        .then((isSo) => isSo && refused(token))
        .then(() => undefined)
        .finally(() => (confirming = undefined));
      await confirming;
    },
  };
}
