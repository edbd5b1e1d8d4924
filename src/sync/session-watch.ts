import { type Observable, observed } from './observable.ts';
import type { SessionStanding } from './status.ts';
import { readToken } from './token.ts';

/** Knows whether there is a login of this engine's member that the server takes. */
export type SessionWatch = {
  standing: Observable<SessionStanding>;
  /** Looks at the token again; answers whether anything has changed. */
  look: () => boolean;
  /** The server has refused the login that is there. */
  refused: () => void;
};

/** Watches one member's login; only another token makes up for a refused one. */
export function watchSession(parts: {
  token: () => string | undefined;
  memberId: string | undefined;
  onRefused: () => void;
}): SessionWatch {
  const standing = observed<SessionStanding>('none');
  let refusedToken: string | undefined;

  function judged(): SessionStanding {
    const token = parts.token();
    const claims = readToken(token);
    if (!claims) return 'none';
    if (claims.memberId !== undefined && claims.memberId !== parts.memberId) return 'none';
    return token === refusedToken ? 'refused' : 'signed-in';
  }

  return {
    standing,
    look() {
      const before = standing.get();
      standing.set(judged());
      return standing.get() !== before;
    },
    refused() {
      refusedToken = parts.token();
      if (standing.get() === 'refused') return;
      standing.set('refused');
      parts.onRefused();
    },
  };
}
