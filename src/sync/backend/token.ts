import { jwtDecode } from 'jwt-decode';
import type { SessionEnd } from '#contract/accounts.ts';

/** A token's claims: a hint, since only the server can check them. */
export type TokenClaims = {
  memberId: string | undefined;
  email: string | undefined;
  role: string | undefined;
  /** Milliseconds since 1970, to be judged on server time. */
  issuedAt: number | undefined;
  expiresAt: number | undefined;
  /** What ends its session and can do nothing else; only tokens of the own backend have it. */
  sessionEnd: SessionEnd | undefined;
};

/** Reads a token of exactly three parts; anything else is none. */
export function readToken(token: string | undefined): TokenClaims | undefined {
  const bare = bareToken(token);
  if (bare === undefined || bare.split('.').length !== 3) return undefined;
  try {
    const claims = new Map(Object.entries(jwtDecode<object>(bare)));
    const text = (name: string) => {
      const value: unknown = claims.get(name);
      return typeof value === 'string' ? value : undefined;
    };
    const moment = (name: string) => {
      const seconds: unknown = claims.get(name);
      return typeof seconds === 'number' ? seconds * 1000 : undefined;
    };
    const [session, end] = [text('jti'), text('end')];
    return {
      sessionEnd: session !== undefined && end !== undefined ? { session, end } : undefined,
      memberId: text('sub') ?? text('userId') ?? text('id') ?? text('_id'),
      email: text('email'),
      role: text('role'),
      issuedAt: moment('iat'),
      expiresAt: moment('exp'),
    };
  } catch {
    return undefined;
  }
}

/** The token without the quotes that JSON text puts around it; undefined when nothing is left. */
export function bareToken(token: string | undefined): string | undefined {
  const bare = token?.trim().replace(/^"+|"+$/g, '');
  return bare === '' ? undefined : bare;
}
