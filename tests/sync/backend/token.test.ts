import { describe, expect, test } from 'vitest';
import { parseToken } from '#sync/backend/token.ts';
import { memberId, tokenOf } from '../../testing/engine/samples.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const withClaims = (claims: unknown) => `${part({ alg: 'HS256' })}.${part(claims)}.signature`;

describe('a token', () => {
  test.each([
    { token: tokenOf(memberId), why: 'as it comes' },
    { token: `"${tokenOf(memberId)}"`, why: 'as JSON text' },
    { token: withClaims({ userId: memberId }), why: 'with the name another backend gives it' },
    { token: withClaims({ _id: memberId }), why: 'with yet another name' },
  ])('says whose it is: $why', ({ token }) => {
    expect(parseToken(token)?.memberId).toBe(memberId);
  });

  test('says when it ends, in milliseconds', () => {
    expect(parseToken(withClaims({ exp: 10 }))?.expiresAt).toBe(10_000);
  });

  test.each([
    { token: undefined, why: 'missing' },
    { token: '', why: 'empty' },
    { token: '""', why: 'empty JSON text' },
    { token: 'a.b', why: 'two parts' },
    { token: 'a.b.c.d', why: 'four parts' },
    { token: 'a.b.c', why: 'not JSON' },
  ])('that is none says nothing: $why', ({ token }) => {
    expect(parseToken(token)).toBeUndefined();
  });
});

test.each([
  { claims: {}, why: 'it names nobody' },
  { claims: { sub: 7 }, why: 'a number is no member' },
  { claims: 'text', why: 'there are no claims' },
])('a token with $claims is nobody’s: $why', ({ claims }) => {
  expect(parseToken(withClaims(claims))?.memberId).toBeUndefined();
});
