import { type Observable, observed } from './observable.ts';
import type { SessionState } from './status.ts';
import { readToken } from './backend/token.ts';

/** Whether this engine's member has a login that the server accepts. */
export type SessionWatch = {
  state: Observable<SessionState>;
  /** Reads the token again; returns whether the state has changed. */
  look: () => boolean;
  /** The current token, unless it is another member's: somebody else may log in in another tab. */
  token: () => string | undefined;
  /** The server has refused this token; ignored after another login. */
  refused: (token: string | undefined) => void;
};

/** Watches one member's login; only another token replaces a refused one. */
export function watchSession(parts: {
  token: () => string | undefined;
  memberId: string | undefined;
}): SessionWatch {
  const state = observed<SessionState>('none');
  let refusedToken: string | undefined;

  function ownToken(): string | undefined {
    const token = parts.token();
    const owner = readToken(token)?.memberId;
    return owner === undefined || owner === parts.memberId ? token : undefined;
  }

  function judged(): SessionState {
    const token = ownToken();
    if (!readToken(token)) return 'none';
    return token === refusedToken ? 'refused' : 'signed-in';
  }

  return {
    state,
    look() {
      const before = state.get();
      state.set(judged());
      return state.get() !== before;
    },
    token: ownToken,
    refused(token) {
      if (token !== ownToken()) return;
      refusedToken = token;
      state.set('refused');
    },
  };
}
