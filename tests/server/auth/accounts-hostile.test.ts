import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { emailTokens } from '#server/db/auth-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { follows, members, sessions } from '#server/db/schema.ts';

import { type RequestOptions, theApi } from '../../testing/server/api.ts';
import { aMember, aRegistration, goodPassword } from '../../testing/people/members.ts';

const api = await theApi();
const [ada, bob] = [await aMember(api), await aMember(api)];

type Attack = {
  attack: string;
  call: 'post' | 'put' | 'get' | 'delete';
  path: string;
  asked: RequestOptions;
  status: number;
  /** The invalid fields in the response. */
  fields?: string[];
};

const profile = {
  firstName: 'X',
  lastName: 'X',
  country: 'X',
  phoneNumber: '+2348012345678',
  state: 'X',
  address: 'X',
};

const save = { call: 'put', path: '/api/users/updateProfileWithoutImage' } as const;
const registration = { call: 'post', path: '/api/users' } as const;
const login = { call: 'post', path: '/api/auth' } as const;
const resend = { call: 'post', path: '/api/auth/sendEmailVerificationToken' } as const;
const validate = { call: 'post', path: '/api/auth/validateEmailToken' } as const;
const forgot = { call: 'post', path: '/api/auth/forgotPassword' } as const;
const reset = { call: 'post', path: '/api/auth/resetPassword' } as const;
const json = { 'content-type': 'application/json' };

const forbiddenAtSignUp = [
  'role',
  'isAdmin',
  'emailVerified',
  'emailVerifiedAt',
  'id',
  'createdAt',
  'passwordHash',
  'followers',
  'cursor',
];

const attacks: Attack[] = [
  ...forbiddenAtSignUp.map((field) => ({
    ...registration,
    attack: `registers with ${field}`,
    asked: { body: aRegistration({ [field]: 'administrator' }) },
    status: 400,
    fields: [field],
  })),
  ...[
    { email: 'a@b.org\r\nBcc: c@d.org' },
    { email: 'a@b.org%0d%0aBcc: c@d.org' },
    { email: 'a@b.org, c@d.org' },
    { email: `${'a'.repeat(1_000)}@example.org` },
    { email: 'ada@exämple.org' },
    { email: '"><script>@example.org' },
    { email: ['a@b.org'] },
    { email: { $ne: '' } },
    { email: '' },
    { userName: 'Ada\r\nBcc: c@d.org' },
    { userName: '   ' },
    { userName: '\u200b\u2060' },
    { userName: '\u202eadA' },
    { userName: 'Аda' },
    { userName: '⚽' },
    { phoneNumber: 'abc' },
    { phoneNumber: '+234' },
    { userName: 'x'.repeat(65) },
    { phoneNumber: '1\u{7f}2' },
    { password_confirmation: 'something else' },
    { password: 12345678 },
    { isTipster: 'yes' },
    { ageConfirmed: false },
    { clientBaseUrl: 7 },
  ].map((change) => ({
    ...registration,
    attack: `registers with ${JSON.stringify(change).slice(0, 60)}`,
    asked: { body: { ...aRegistration(), ...change } },
    status: 400,
    fields: Object.keys(change),
  })),
  { ...registration, attack: 'registers with nothing', asked: {}, status: 400 },
  { ...registration, attack: 'registers with a list', asked: { body: [] }, status: 400 },
  {
    ...registration,
    attack: 'registers with null',
    asked: { body: 'null', headers: json },
    status: 400,
  },
  {
    ...registration,
    attack: 'sends half a character',
    asked: { body: String.raw`{"email":"\ud800@example.org"}`, headers: json },
    status: 400,
  },
  {
    ...registration,
    attack: 'sends a form from another site',
    asked: {
      body: `email=a@b.org&password=${goodPassword}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    status: 415,
  },
  {
    ...registration,
    attack: 'sends JSON as plain text',
    asked: {
      body: JSON.stringify(aRegistration()),
      headers: { 'content-type': 'text/plain' },
    },
    status: 415,
  },
  {
    ...registration,
    attack: 'sends a book',
    asked: { body: aRegistration({ userName: 'x'.repeat(70_000) }) },
    status: 413,
  },
  {
    ...login,
    attack: 'logs in with SQL',
    asked: { body: { email: "' or 1=1 --", password: 'x' } },
    status: 400,
  },
  {
    ...login,
    attack: 'logs in without a password',
    asked: { body: { email: ada.email } },
    status: 400,
  },
  {
    ...login,
    attack: 'logs in with what the database holds',
    asked: { body: { email: ada.email, password: await hashOf(ada.id) } },
    status: 401,
  },
  {
    ...login,
    attack: 'logs in with a role',
    asked: { body: { email: ada.email, password: 'x', role: 'administrator' } },
    status: 400,
    fields: ['role'],
  },
  {
    ...resend,
    attack: 'asks for mail to two',
    asked: { body: { email: [ada.email, bob.email] } },
    status: 400,
  },
  {
    ...resend,
    attack: 'asks for mail with a copy',
    asked: { body: { email: ada.email, cc: bob.email } },
    status: 400,
    fields: ['cc'],
  },
  {
    ...validate,
    attack: 'validates an empty link',
    asked: { body: { access_token: '' } },
    status: 400,
  },
  {
    ...validate,
    attack: 'validates a session’s token',
    asked: { body: { access_token: ada.token } },
    status: 400,
  },
  {
    ...save,
    attack: 'saves a picture’s address',
    asked: { token: ada.token, body: { ...profile, picture: 'data:text/html,<script>' } },
    status: 400,
    fields: ['picture'],
  },
  ...[
    { email: 'a@b.org\r\nBcc: c@d.org' },
    { email: { $ne: '' } },
    { email: `${'a'.repeat(1_000)}@example.org` },
    { clientBaseUrl: 7 },
  ].map((change) => ({
    ...forgot,
    attack: `forgets a password with ${JSON.stringify(change).slice(0, 60)}`,
    asked: { body: { email: 'nobody@example.org', ...change } },
    status: 400,
    fields: Object.keys(change),
  })),
  {
    ...reset,
    attack: 'sets a password for an account it names',
    asked: { body: { token: 'x', password: goodPassword, email: bob.email } },
    status: 400,
    fields: ['email'],
  },
  {
    ...reset,
    attack: 'sets a password with a list of tokens',
    asked: { body: { token: ['x', { $ne: '' }], password: goodPassword } },
    status: 400,
    fields: ['token'],
  },
  {
    attack: 'deletes an account with what the database holds',
    call: 'delete',
    path: '/api/users/me',
    asked: { token: ada.token, body: { password: await hashOf(ada.id) } },
    status: 422,
  },
  {
    attack: 'deletes another account beside its own',
    call: 'delete',
    path: '/api/users/me',
    asked: { token: ada.token, body: { password: goodPassword, id: bob.id } },
    status: 400,
    fields: ['id'],
  },
  {
    attack: 'deletes an account without a password',
    call: 'delete',
    path: '/api/users/me',
    asked: { token: ada.token },
    status: 400,
  },
  {
    attack: 'exports as something else',
    call: 'get',
    path: '/api/users/me/export?format=xml',
    asked: { token: ada.token },
    status: 400,
    fields: ['format'],
  },
  {
    attack: 'follows for somebody else',
    call: 'put',
    path: `/api/users/followOrUnfollow?Id=${bob.id}&isFollow=true&userId=${randomUUID()}`,
    asked: { token: ada.token },
    status: 400,
    fields: ['userId'],
  },
  {
    attack: 'follows by GET',
    call: 'get',
    path: `/api/users/followOrUnfollow?Id=${bob.id}&isFollow=true`,
    asked: { token: ada.token },
    status: 404,
  },
  {
    attack: 'deletes a member',
    call: 'delete',
    path: `/api/users/${bob.id}`,
    asked: { token: ada.token },
    status: 404,
  },
  {
    attack: 'lists members',
    call: 'get',
    path: '/api/users',
    asked: { token: ada.token },
    status: 404,
  },
  {
    attack: 'ends a session without one',
    call: 'post',
    path: '/api/auth/logout',
    asked: {},
    status: 401,
  },
];

describe('a hostile request changes nothing', () => {
  test.each(attacks)('when it $attack', async ({ call, path, asked, status, fields = [] }) => {
    const before = await everything();

    const answer = await api[call](path, asked);

    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    for (const field of fields) expect(answer.body).toHaveProperty(['errors', field]);
    expect(JSON.stringify(answer)).not.toMatch(/argon2|select |insert |node_modules|src\/server/i);
    expect(await everything()).toEqual(before);
  });
});

async function hashOf(id: string): Promise<string> {
  const [row] = await api.database.select().from(members).where(eq(members.id, id));
  return row?.passwordHash ?? '';
}

async function everything() {
  const { database } = api;
  return {
    members: await database.select().from(members).orderBy(asc(members.id)),
    sessions: await database.select().from(sessions).orderBy(asc(sessions.id)),
    tokens: await database.select().from(emailTokens),
    mails: await database.select().from(mails),
    follows: await database.select().from(follows),
  };
}
