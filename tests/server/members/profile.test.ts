import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { members } from '#server/db/schema.ts';

import { aMember, type Member } from '../../testing/people/members.ts';
import { type Answer, theApi } from '../../testing/server/api.ts';

const api = await theApi();
const path = '/api/users/updateProfileWithoutImage';

const form = {
  firstName: 'Ngozi',
  lastName: 'Eze',
  country: 'NG',
  phoneNumber: '+234 801 234 5678',
  state: 'Enugu',
  address: '3 Ogui Road\nEnugu',
};

describe('saving the profile', () => {
  test('gives it back, and makes whoever saves it a tipster', async () => {
    const member = await aMember(api, { isTipster: false, firstName: '', verified: false });

    const answer = await save(member, { ...form, id: member.id, email: member.email });

    expect(answer).toMatchObject({
      status: 200,
      body: { ...form, id: member.id, email: member.email, isTipster: true, emailVerified: false },
    });
  });

  test('raises the member’s counter, and says that it was the profile', async () => {
    const member = await aMember(api);

    await save(member, form);

    expect(await rowOf(member)).toMatchObject({ cursor: 1, profileCursor: 1 });
  });

  test('counts characters as people do, and keeps what is not space around them', async () => {
    const member = await aMember(api);
    const address = '⚽'.repeat(32);

    const answer = await save(member, { ...form, address, firstName: '  Ngọzi ' });

    expect(answer).toMatchObject({ status: 200, body: { address, firstName: 'Ngọzi' } });
    expect((await rowOf(member))?.searchName).toBe('ngozi eze');
  });

  test('lets nobody but an administrator take a name of the site’s own people', async () => {
    const [member, administrator] = [
      await aMember(api),
      await aMember(api, { role: 'administrator' }),
    ];
    const staff = { ...form, firstName: 'Touchline', lastName: 'Support' };

    expect(await save(member, staff)).toMatchObject({
      status: 400,
      body: { errors: { firstName: ['reserved'], lastName: ['reserved'] } },
    });
    expect(await save(administrator, staff)).toMatchObject({ status: 200 });
  });

  test.each([
    { isTipster: 1, becomes: true },
    { isTipster: 0, becomes: false },
    { isTipster: false, becomes: false },
  ])('reads isTipster $isTipster as $becomes', async ({ isTipster, becomes }) => {
    const member = await aMember(api);

    expect((await save(member, { ...form, isTipster })).body).toMatchObject({ isTipster: becomes });
  });

  test('leaves the switch for the phone alone unless it is sent', async () => {
    const member = await aMember(api);
    await save(member, { ...form, showPhone: true });

    expect((await save(member, form)).body).toMatchObject({ showPhone: true });
    expect((await save(member, { ...form, showPhone: false })).body).toMatchObject({
      showPhone: false,
    });
  });

  test.each([
    { country: 'NG', typed: '0801 234 5678', kept: '+234 801 234 5678' },
    { country: 'GB', typed: '(07700) 900 123', kept: '+44 7700 900123' },
    { country: 'NG', typed: '+44 7700 900123', kept: '+44 7700 900123' },
    { country: 'Nigeria', typed: '+234 801-234-5678', kept: '+234 801 234 5678' },
  ])('keeps the phone number $typed of $country as $kept', async ({ country, typed, kept }) => {
    const member = await aMember(api);

    const answer = await save(member, { ...form, country, phoneNumber: typed });

    expect(answer).toMatchObject({ status: 200, body: { phoneNumber: kept } });
  });

  test('with a key is done once', async () => {
    const member = await aMember(api);
    const headers = { 'idempotency-key': randomUUID() };

    const first = await save(member, form, headers);
    await save(member, { ...form, firstName: 'Later' });
    const replay = await save(member, form, headers);

    expect(replay.body).toEqual(first.body);
    expect(await rowOf(member)).toMatchObject({ firstName: 'Later' });
  });

  test('takes one’s own id and email in another case', async () => {
    const member = await aMember(api, { email: `Ada.${randomUUID()}@Example.org` });
    const own = { id: member.id.toUpperCase(), email: member.email.toLowerCase() };

    const answer = await save(member, { ...form, ...own });

    expect(answer).toMatchObject({ status: 200, body: { email: member.email } });
  });
});

describe('a profile form that is refused', () => {
  const required = ['firstName', 'lastName', 'country', 'phoneNumber', 'state', 'address'];

  test.each(required)('is one without %s, or with nothing in it', async (field) => {
    for (const value of [undefined, '', '   ']) {
      expect(await refused({ [field]: value })).toMatchObject(invalid(field, 'required'));
    }
  });

  test.each(required)('is one whose %s has 33 characters', async (field) => {
    expect(await refused({ [field]: 'é'.repeat(33) })).toMatchObject(invalid(field, 'too-long'));
  });

  test.each([
    { field: 'firstName', what: 'a letter that passes for another', value: 'Аda' },
    { field: 'state', what: 'a hidden character', value: 'Lagos\u2066' },
    { field: 'address', what: 'a hidden character', value: '1 Marina\u202e' },
  ])('is one with $what in $field', async ({ field, value }) => {
    expect(await refused({ [field]: value })).toMatchObject(invalid(field, 'invalid'));
  });

  test.each(['abc', '12', '+1', '+999 123 456 789', '0801 234 5678 ext'])(
    'is one whose phone number is %s',
    async (phoneNumber) => {
      expect(await refused({ phoneNumber })).toMatchObject(invalid('phoneNumber', 'invalid'));
    },
  );

  test.each(required)('is one whose %s is not text', async (field) => {
    for (const value of [7, null, ['a'], { a: 1 }]) {
      expect((await refused({ [field]: value })).status).toBe(400);
    }
  });

  test.each([
    { field: 'firstName', value: 'Ada\r\nBcc: x@y.z' },
    { field: 'phoneNumber', value: '1\u{1b}[31m' },
    { field: 'address', value: 'a\u{7}b' },
  ])('is one with control characters in $field', async ({ field, value }) => {
    expect(await refused({ [field]: value })).toMatchObject(invalid(field, 'invalid'));
  });

  /** The problem of a form with that change, after a check that nothing was saved. */
  async function refused(change: Record<string, unknown>): Promise<Answer> {
    const member = await aMember(api);
    const before = await rowOf(member);

    const answer = await save(member, { ...form, ...change });

    expect(await rowOf(member)).toEqual(before);
    return answer;
  }
});

function invalid(field: string, code: string) {
  return { status: 400, body: { code: 'invalid-input', errors: { [field]: [code] } } };
}

async function save(
  { token }: Member,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return api.put(path, { token, body, headers });
}

async function rowOf({ id }: Member) {
  const [row] = await api.database.select().from(members).where(eq(members.id, id));
  return row;
}
