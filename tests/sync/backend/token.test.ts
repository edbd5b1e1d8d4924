import { describe, expect, test } from 'vitest';
import { parseToken } from '#sync/backend/token.ts';
import { memberId, tokenOf } from '../../testing/engine/samples.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const withClaims = (claims: unknown) => `${part({ alg: 'HS256' })}.${part(claims)}.signature`;

describe('a token', () => {
  test.each([
    { token: tokenOf(memberId), why: 'as it is' },
    { token: `"${tokenOf(memberId)}"`, why: 'as JSON text' },
    { token: withClaims({ userId: memberId }), why: 'with the claim of another backend' },
    { token: withClaims({ _id: memberId }), why: 'with another claim' },
  ])('contains the member’s id: $why', ({ token }) => {
    expect(parseToken(token)?.memberId).toBe(memberId);
  });

  test('contains its expiry, in milliseconds', () => {
    expect(parseToken(withClaims({ exp: 10 }))?.expiresAt).toBe(10_000);
  });

  test.each([
    { token: undefined, why: 'missing' },
    { token: '', why: 'empty' },
    { token: '""', why: 'empty JSON text' },
    { token: 'a.b', why: 'two parts' },
    { token: 'a.b.c.d', why: 'four parts' },
    { token: 'a.b.c', why: 'not JSON' },
  ])('is undefined if it is invalid: $why', ({ token }) => {
    expect(parseToken(token)).toBeUndefined();
  });
});

test.each([
  { claims: {}, why: 'it has no member' },
  { claims: { sub: 7 }, why: 'a number is not an id' },
  { claims: 'text', why: 'it has no claims' },
])('a token with $claims has no member: $why', ({ claims }) => {
  expect(parseToken(withClaims(claims))?.memberId).toBeUndefined();
});
