import { jwtDecode } from 'jwt-decode';
import type { SessionEnd } from '#contract/account/accounts.ts';

/** The claims of a token, unverified: only the server can check them. */
export type TokenClaims = {
  memberId: string | undefined;
  email: string | undefined;
  role: string | undefined;
  /** Milliseconds since 1970 by the server's clock. */
  issuedAt: number | undefined;
  expiresAt: number | undefined;
  /** Authorizes only ending the session; undefined in tokens of a spec-only backend. */
  sessionEnd: SessionEnd | undefined;
};

/** Parses a token of exactly three sections (JWT); undefined for anything else. */
export function parseToken(token: string | undefined): TokenClaims | undefined {
  const bare = unquoteToken(token);
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

/** Removes the quotes of a token stored as JSON text; undefined if nothing remains. */
export function unquoteToken(token: string | undefined): string | undefined {
  const bare = token?.trim().replace(/^"+|"+$/g, '');
  return bare === '' ? undefined : bare;
}
