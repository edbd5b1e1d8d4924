import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import { aMember, type Member, rowOf } from '../../testing/people/members.ts';
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
  test('returns it, and makes the member a tipster', async () => {
    const member = await aMember(api, { isTipster: false, firstName: '', verified: false });

    const answer = await save(member, { ...form, id: member.id, email: member.email });

    expect(answer).toMatchObject({
      status: 200,
      body: { ...form, id: member.id, email: member.email, isTipster: true, emailVerified: false },
    });
  });

  test('increases the member’s cursor and marks the profile as changed', async () => {
    const member = await aMember(api);

    await save(member, form);

    expect(await rowOf(api, member)).toMatchObject({ cursor: 1, profileCursor: 1 });
  });

  test('counts code points, and removes surrounding space', async () => {
    const member = await aMember(api);
    const address = '🧤'.repeat(32);

    const answer = await save(member, { ...form, address, firstName: '  Ngọzi ' });

    expect(answer).toMatchObject({ status: 200, body: { address, firstName: 'Ngọzi' } });
    expect((await rowOf(api, member))?.searchName).toBe('ngozi eze');
  });

  test('allows an administrator a name that is reserved for the site’s staff', async () => {
    const administrator = await aMember(api, { role: 'administrator' });
    const staff = { ...form, firstName: 'Touchline', lastName: 'Support' };

    expect((await save(administrator, staff)).status).toBe(200);
  });

  test.each([
    { isTipster: 1, becomes: true },
    { isTipster: 0, becomes: false },
    { isTipster: false, becomes: false },
  ])('reads isTipster $isTipster as $becomes', async ({ isTipster, becomes }) => {
    const member = await aMember(api);

    expect((await save(member, { ...form, isTipster })).body).toMatchObject({ isTipster: becomes });
  });

  test('keeps the switch for the phone number unless it is sent', async () => {
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
  ])('stores the phone number $typed of $country as $kept', async ({ country, typed, kept }) => {
    const member = await aMember(api);

    const answer = await save(member, { ...form, country, phoneNumber: typed });

    expect(answer).toMatchObject({ status: 200, body: { phoneNumber: kept } });
  });

  test('accepts the own id and email in upper or lower case', async () => {
    const member = await aMember(api, { email: `Ada.${randomUUID()}@Example.org` });
    const own = { id: member.id.toUpperCase(), email: member.email.toLowerCase() };

    const answer = await save(member, { ...form, ...own });

    expect(answer).toMatchObject({ status: 200, body: { email: member.email } });
  });
});

describe('a profile form that is refused', () => {
  const required = ['firstName', 'lastName', 'country', 'phoneNumber', 'state', 'address'];

  test.each(required)(
    'is one without %s, with an empty or too long value, or with a value that is not text',
    async (field) => {
      for (const value of [undefined, '', '   ']) {
        expect(await refused({ [field]: value })).toMatchObject(invalid(field, 'required'));
      }
      expect(await refused({ [field]: 'é'.repeat(33) })).toMatchObject(invalid(field, 'too-long'));
      for (const value of [7, null, ['a'], { a: 1 }]) {
        expect((await refused({ [field]: value })).status).toBe(400);
      }
    },
  );

  test.each([
    { field: 'firstName', what: 'a letter that looks like another', value: 'Аda' },
    { field: 'firstName', what: 'a line break', value: 'Ada\r\nBcc: x@y.z' },
    { field: 'state', what: 'a hidden character', value: 'Lagos\u2066' },
    { field: 'address', what: 'a hidden character', value: '1 Marina\u202e' },
    { field: 'address', what: 'a control character', value: 'a\u{7}b' },
    { field: 'phoneNumber', what: 'a control character', value: '1\u{1b}[31m' },
    ...['abc', '12', '+1', '+999 123 456 789', '0801 234 5678 ext'].map((value) => ({
      field: 'phoneNumber',
      what: 'no number',
      value,
    })),
  ])('is one with $what in $field: $value', async ({ field, value }) => {
    expect(await refused({ [field]: value })).toMatchObject(invalid(field, 'invalid'));
  });

  /** Sends a form with this change; expects that nothing was saved, and returns the problem. */
  async function refused(change: Record<string, unknown>): Promise<Answer> {
    const member = await aMember(api);
    const before = await rowOf(api, member);

    const answer = await save(member, { ...form, ...change });

    expect(await rowOf(api, member)).toEqual(before);
    return answer;
  }
});

function invalid(field: string, code: string) {
  return { status: 400, body: { code: 'invalid-input', errors: { [field]: [code] } } };
}

async function save({ token }: Member, body: Record<string, unknown>): Promise<Answer> {
  return api.put(path, { token, body });
}
