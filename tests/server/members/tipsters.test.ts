import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { oneTipster, Tipster } from '#contract/members.ts';
import { members } from '#server/db/schema.ts';

import { type Answer, type Api, nextPath, theApi } from '../../testing/server/api.ts';
import { aClock, day, minute } from '../../testing/clock/clock.ts';
import { aSettledTip } from '../../testing/tips/confirmed-tips.ts';
import { aMember, type Member } from '../../testing/people/members.ts';

const clock = aClock();
const api = await theApi({ clock });

describe('the list of tipsters', () => {
  test('contains verified members with a name who want to be tipsters', async () => {
    const one = await theApi({ clock });
    const tipster = await aMember(one);
    await aMember(one, { verified: false });
    await aMember(one, { firstName: '' });
    await aMember(one, { isTipster: false });

    expect((await listOf(one)).map(({ id }) => id)).toEqual([tipster.id]);
  });

  test('sorts records of ten or more first, then by settled tips, then newest first', async () => {
    const one = await theApi({ clock });
    await aMember(one, { firstName: 'Old', createdAt: new Date('2026-01-01') });
    await aMember(one, { firstName: 'New', createdAt: new Date('2026-02-01') });
    const some = await aMember(one, { firstName: 'Some' });
    const poor = await aMember(one, { firstName: 'Poor' });
    const rich = await aMember(one, { firstName: 'Rich' });
    await settles(one, some, 9);
    await settles(one, poor, 11, { outcome: 'lost', legsWon: 0 });
    await settles(one, rich, 10);

    const names = (await listOf(one)).map(({ firstName }) => firstName);

    expect(names).toEqual(['Rich', 'Poor', 'Some', 'New', 'Old']);
  });

  test.each([
    { category: '', found: ['Both', 'Four', 'None', 'Two'] },
    { category: '?category=0', found: ['Both', 'Four', 'None', 'Two'] },
    { category: '?category=2', found: ['Both', 'Four', 'Two'] },
    { category: '?category=3', found: ['Both', 'Four'] },
    { category: '?category=4', found: ['Four'] },
    { category: '?category=10', found: [] },
  ])(
    'with "$category" are filtered by average odds of own tips that are priced, count and were not withdrawn',
    async (row) => {
      const { listed } = await ratedTipsters();

      const answer = await listed.get(`/api/tipsters${row.category}`);

      expect(
        tipstersIn(answer)
          .map(({ firstName }) => firstName)
          .toSorted(),
      ).toEqual(row.found);
    },
  );

  test('contains at most a hundred, with a link to the others', async () => {
    const one = await theApi({ clock });
    for (let n = 0; n < 101; n += 1) await aMember(one);

    const first = await one.get('/api/tipsters');
    const second = await one.get(nextPath(first));

    expect(tipstersIn(first)).toHaveLength(100);
    expect(tipstersIn(second)).toHaveLength(1);
    expect(second.headers).not.toHaveProperty('link');
    expect(tipstersIn(first).map(({ id }) => id)).not.toContain(tipstersIn(second)[0]?.id);
  });

  test('continues page by page in the same order, with the same filter', async () => {
    const { listed } = await ratedTipsters();
    const poor = await aMember(listed, { firstName: 'Poor' });
    const rich = await aMember(listed, { firstName: 'Rich' });
    await settles(listed, poor, 11, { outcome: 'lost', legsWon: 0 });
    await settles(listed, rich, 10);
    const whole = tipstersIn(await listed.get('/api/tipsters?category=2'));

    const names: string[] = [];
    let path = '/api/tipsters?category=2&limit=2';
    while (path !== '') {
      const answer = await listed.get(path);
      names.push(...tipstersIn(answer).map(({ firstName }) => firstName));
      path = nextPath(answer);
    }

    expect(names).toEqual(whole.map(({ firstName }) => firstName));
    expect(names.slice(0, 2)).toEqual(['Rich', 'Poor']);
  });

  test('shows the five newest tips of each, in their public form', async () => {
    const one = await theApi({ clock });
    const tipster = await aMember(one);
    for (let days = 1; days <= 6; days += 1) {
      const createdAt = new Date(clock().getTime() - days * day);
      await aSettledTip(one, tipster.id, { createdAt, stake: 3 });
    }

    const [listed] = tipstersIn(await one.get('/api/tipsters', tipster));

    const times = listed?.tips.map(({ creationTime }) => creationTime);
    expect(times).toHaveLength(5);
    expect(times).toEqual(times?.toSorted().toReversed());
    expect(listed?.tips[0]).not.toHaveProperty('stake');
    expect(listed?.tips[0]).not.toHaveProperty('IsBooked');
  });

  test('is sent again only if something changed', async () => {
    const one = await theApi({ clock });
    const tipster = await aMember(one);
    const first = await one.get('/api/tipsters');
    const headers = { 'if-none-match': String(first.headers['etag']) };

    expect(await one.get('/api/tipsters', { headers })).toMatchObject({ status: 304, body: '' });
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
    expect(String(first.headers['vary'])).toContain('Authorization');

    await one.database.update(members).set({ country: 'GH' }).where(eq(members.id, tipster.id));
    expect((await one.get('/api/tipsters', { headers })).status).toBe(200);
  });
});

describe('one tipster', () => {
  test('shows a phone number to members if its owner agreed, and never to anonymous readers', async () => {
    const one = await theApi({ clock });
    const contact = { phoneNumber: '+2348012345678', state: 'Lagos', address: '1 Marina' };
    const open = await aMember(one, { ...contact, showPhone: true });
    const shy = await aMember(one, contact);
    const reader = await aMember(one);
    const seen = async (id: string, options: { token?: string } = {}) => {
      const listed = z.parse(
        z.array(z.looseObject({ id: z.string() })),
        (await one.get('/api/tipsters', options)).body,
      );
      const alone = z.parse(
        z.looseObject({}),
        (await one.get(`/api/tipsters/${id}`, options)).body,
      );
      return [listed.find((each) => each.id === id) ?? {}, alone].map((tipster) =>
        Object.keys(contact).filter((field) => field in tipster),
      );
    };

    expect(await seen(open.id)).toEqual([[], []]);
    expect(await seen(shy.id, reader)).toEqual([[], []]);
    const all = Object.keys(contact);
    expect(await seen(open.id, reader)).toEqual([all, all]);
    expect(await seen(shy.id, shy)).toEqual([all, all]);
  });

  test('shows members only their own email and switches', async () => {
    const member = await aMember(api, { isTipster: false, verified: false });
    const reader = await aMember(api, { role: 'administrator' });
    const open = await aMember(api);
    const own = ['email', 'userName', 'showPhone', 'emailVerified'];

    expect(await profileOf(member, member)).toMatchObject({
      email: member.email,
      userName: 'someone',
      showPhone: false,
      emailVerified: false,
    });
    for (const field of own) expect(await profileOf(open, reader)).not.toHaveProperty(field);
  });

  test.each([
    { who: 'who is not a tipster and has never posted', given: { isTipster: false } },
    { who: 'who is not verified', given: { verified: false } },
  ])('is not found by others: a member $who', async ({ given }) => {
    const hidden = await aMember(api, given);
    const reader = await aMember(api);

    expect((await api.get(`/api/tipsters/${hidden.id}`, reader)).status).toBe(404);
    expect((await api.get(`/api/tipsters/${hidden.id}`)).status).toBe(404);
    expect((await api.get(`/api/tipsters/${hidden.id}`, hidden)).status).toBe(200);
  });

  test('is still shown with a record after switching off', async () => {
    const loser = await aMember(api, { isTipster: false });
    await aSettledTip(api, loser.id, { outcome: 'lost' });

    expect(await profileOf(loser)).toMatchObject({ isTipster: false, record: { lost: 1 } });
  });
});

describe('public data of members', () => {
  test('contains no secrets, addresses and roles in any response', async () => {
    const one = await theApi({ clock });
    const tipster = await aMember(one, {
      passwordHash: '$argon2id$canary',
      userName: 'canary-user',
      phoneNumber: '+00canary',
      email: 'canary@example.org',
    });
    await aSettledTip(one, tipster.id, { stake: 7, analysis: 'open to all' });
    const reader = await aMember(one, { role: 'administrator' });

    for (const options of [{}, reader]) {
      for (const path of ['/api/tipsters', `/api/tipsters/${tipster.id}`]) {
        const { body } = await one.get(path, options);
        const text = JSON.stringify(body);
        expect(text).toContain('open to all');
        expect(text).not.toMatch(/canary|passwordHash|"role"|cursor|"email"|ageConfirmed/);
      }
    }
  });
});

async function settles(
  at: Api,
  tipster: Member,
  count: number,
  given: Parameters<typeof aSettledTip>[2] = {},
): Promise<void> {
  for (let n = 0; n < count; n += 1) await aSettledTip(at, tipster.id, given);
}

/** Tipsters whose names describe their tips, and one tipster without tips. */
async function ratedTipsters(): Promise<{ listed: Api }> {
  const listed = await theApi({ clock });
  const [two, four, both] = [
    await aMember(listed, { firstName: 'Two' }),
    await aMember(listed, { firstName: 'Four' }),
    await aMember(listed, { firstName: 'Both' }),
  ];
  await aMember(listed, { firstName: 'None' });
  await aSettledTip(listed, two.id, { totalOdds: '2.00' });
  await aSettledTip(listed, two.id, { totalOdds: '90.00', withdrawnAt: clock() });
  await aSettledTip(listed, two.id, { totalOdds: '90.00', copiedFrom: randomUUID() });
  await aSettledTip(listed, four.id, { totalOdds: '4.00' });
  await aSettledTip(listed, four.id, { totalOdds: '0', confirmedAt: null, outcome: 'open' });
  await aSettledTip(listed, both.id, { totalOdds: '2.00' });
  await aSettledTip(listed, both.id, { totalOdds: '4.00', confirmedAt: null, outcome: 'open' });
  await aSettledTip(listed, both.id, { totalOdds: '1.00', outcome: 'void' });
  return { listed };
}

async function listOf(at: Api): Promise<Tipster[]> {
  clock.passes(minute);
  return tipstersIn(await at.get('/api/tipsters'));
}

function tipstersIn(answer: Answer): Tipster[] {
  expect(answer.status).toBe(200);
  return z.parse(z.array(Tipster), answer.body);
}

async function profileOf(
  { id }: Member,
  reader?: Member,
): Promise<z.infer<typeof oneTipster.reply>> {
  const answer = await api.get(`/api/tipsters/${id}`, reader);
  expect(answer.status).toBe(200);
  return z.parse(oneTipster.reply, answer.body);
}
