import { type Observable, observed } from './observable.ts';
import type { SessionStanding } from './status.ts';
import { readToken } from './token.ts';

/** Knows whether there is a login of this engine's member that the server takes. */
export type SessionWatch = {
  standing: Observable<SessionStanding>;
  /** Looks at the token again; answers whether anything has changed. */
  look: () => boolean;
  /** The login as it is at this moment. */
  token: () => string | undefined;
  /** The server has refused this login; one that came meanwhile is not meant. */
  refused: (token: string | undefined) => void;
};

/** Watches one member's login; only another token makes up for a refused one. */
export function watchSession(parts: {
  token: () => string | undefined;
  memberId: string | undefined;
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
    token: parts.token,
    refused(token) {
      if (token !== parts.token()) return;
      refusedToken = token;
      standing.set('refused');
    },
  };
}
