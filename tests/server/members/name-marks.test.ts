import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { lookalikeTranslation, toLookalikeOutline } from '#domain/names/lookalike.ts';
import { foldText } from '#domain/names/text-folding.ts';
import { members } from '#server/db/schema.ts';

import type { Answer, Api } from '../../testing/server/api.ts';
import { profile, save } from '../../testing/server/busy-server.ts';
import { verify } from '../../testing/people/account.ts';
import {
  goodPassword,
  logIn,
  type Member,
  register,
  rowOf,
  sessionIn,
} from '../../testing/people/members.ts';
import { aCommunity, type Community } from '../../testing/tips/tips.ts';

const mark = '#[B-Z]\\d[B-Z]';

async function callsThemselves(
  { api }: Pick<Community, 'api'>,
  { token }: Pick<Member, 'token'>,
  firstName: string,
  lastName: string,
): Promise<Answer> {
  return api.put(save, { token, body: { ...profile, firstName, lastName } });
}

/** Returns a member's name as anonymous readers see it. */
async function shown({ api }: Pick<Community, 'api'>, { id }: Pick<Member, 'id'>): Promise<string> {
  const { body } = await api.get(`/api/tipsters/${id}`);
  const { firstName, lastName } = Object(body);
  return `${firstName} ${lastName}`;
}

/** A verified member without a profile, registered as "Ada Obi". */
async function registers(api: Api): Promise<{ id: string; token: string }> {
  const { email } = await register(api, { userName: 'Ada Obi' });
  await verify(api, email);
  const session = sessionIn(await logIn(api, { email, password: goodPassword }));
  return { id: session.userId, token: session.access_token };
}

describe('a name that an earlier member already has', () => {
  test.each<[string, string, string, string]>([
    ['ada', 'OBI', 'Ada', 'Obi'],
    ['Ada', 'Ob1', 'Ada', 'Obi'],
    ['ᴀᴅᴀ', 'ᴏʙɪ', 'Ada', 'Obi'],
    // The first two names are written in Cyrillic letters.
    ['\u0421\u043e\u0441\u043e', '\u0410\u0440\u0440\u0430', 'Coco', 'Appa'],
  ])('is marked in a similar spelling: %s %s', async (firstName, lastName, ...earlier) => {
    const community = await aCommunity();
    await callsThemselves(community, community.tipster, ...earlier);

    await callsThemselves(community, community.other, firstName, lastName);

    expect(await shown(community, community.other)).toMatch(
      new RegExp(`^${firstName} ${lastName} ${mark}$`),
    );
    expect(await shown(community, community.tipster)).toBe(earlier.join(' '));
  });

  test('is marked wherever other members see it', async () => {
    const community = await aCommunity();
    const { api, other, tipster, administrator } = community;
    await callsThemselves(community, other, 'Ádá', 'Obi');
    await api.put(`/api/users/followOrUnfollow?Id=${other.id}&isFollow=true`, tipster);
    const game = await community.aGame();
    const tip = await community.aTip({ by: other, games: [game] });
    const pool = '01999999-0000-7000-8000-000000000001';
    const month = { name: 'Friday five', from: '2026-03-01', until: '2026-03-31' };
    await api.put(`/api/pools/${pool}`, { token: other.token, body: month });

    const answers = [
      await api.get('/api/feed'),
      await api.get('/api/feed', tipster),
      await api.get(`/api/tips/${tip.id}`),
      await api.get('/api/tips', other),
      await api.get('/api/sync', other),
      await api.get('/api/tipsters'),
      await api.get(`/api/tipsters/${other.id}`),
      await api.get('/api/following', tipster),
      await api.get('/api/following/tips', tipster),
      await api.get('/api/notices', tipster),
      await api.get('/api/pools', other),
      await api.get(`/api/pools/${pool}`, other),
      await api.get('/api/users/me/export', tipster),
      await api.get('/api/admin/tickets', administrator),
    ];

    const plain = /Ád[áa]( |","lastName":")Obi(?! #[B-Z]\d[B-Z])/;
    for (const [at, { status, body }] of answers.entries()) {
      const text = JSON.stringify({ ...Object(body), ...(Array.isArray(body) && { body }) });
      const others = text.replace(/"profile":\{[^}]*\}/, '');
      expect({ at, status, isNamed: others.includes('Ádá'), plain: plain.exec(others) }).toEqual({
        at,
        status: 200,
        isNamed: true,
        plain: null,
      });
    }
  });

  test('is unmarked for its owner, and marked for others until it changes', async () => {
    const community = await aCommunity();
    const { api, other, tipster } = community;

    const saved = await callsThemselves(community, other, 'Ada', 'Obi');

    const publicName = await shown(community, other);
    expect(publicName).toMatch(new RegExp(`^Ada Obi ${mark}$`));
    const own = { firstName: 'Ada', lastName: 'Obi' };
    expect(saved.body).toMatchObject({ ...own, publicName });
    expect((await api.get(`/api/tipsters/${other.id}`, other)).body).toMatchObject(own);
    expect((await api.get('/api/sync', other)).body).toMatchObject({ profile: { publicName } });
    const renamed = await callsThemselves(community, other, 'Ada', 'Eze');
    expect(renamed.body).not.toHaveProperty('publicName');
    expect(await shown(community, other)).toBe('Ada Eze');
    const plain = (await api.get('/api/sync', tipster)).body;
    expect(Object(plain).profile).not.toHaveProperty('publicName');
  });

  test('keeps its mark when the earlier member leaves, and when it is saved again', async () => {
    const community = await aCommunity();
    const { other, tipster } = community;
    await callsThemselves(community, other, 'Ada', 'Obi');
    const marked = await shown(community, other);

    await callsThemselves(community, tipster, 'Ada', 'Eze');
    await callsThemselves(community, other, 'ADA', 'Obi');

    expect(await shown(community, other)).toBe(marked.replace('Ada', 'ADA'));
    await callsThemselves(community, tipster, 'Ada', 'Obi');
    expect(await shown(community, tipster)).toMatch(new RegExp(`^Ada Obi ${mark}$`));
    expect(await shown(community, tipster)).not.toBe(marked);
  });

  test('is marked on the page of a member without a profile, until the account is deleted', async () => {
    const community = await aCommunity();
    const { api } = community;
    const { id, token } = await registers(api);

    expect(await shown(community, { id })).toMatch(new RegExp(`^Ada Obi ${mark}$`));
    const own = await api.get(`/api/tipsters/${id}`, { token });
    expect(own.body).toMatchObject({ firstName: '', lastName: '' });
    await api.delete('/api/users/me', { token, body: { password: goodPassword } });
    expect((await rowOf(api, { id }))?.nameMark).toBe('');
  });

  test('is marked for all but one member who choose it at the same time', async () => {
    const community = await aCommunity();
    const crowd = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => community.aMember({ firstName: `N${n}` })),
    );

    await Promise.all(crowd.map(async (each) => callsThemselves(community, each, 'Efe', 'Ojo')));

    const names = await Promise.all(crowd.map(async (each) => shown(community, each)));
    expect(new Set(names).size).toBe(6);
    expect(names.filter((name) => name === 'Efe Ojo')).toHaveLength(1);
  });

  test('counts from the verification of the email', async () => {
    const community = await aCommunity();
    const { api, other } = community;
    const { email } = await register(api, { userName: 'Efe Ojo' });
    await callsThemselves(community, other, 'Efe', 'Ojo');

    await verify(api, email);

    expect((await rowOf(api, email))?.nameMark).toMatch(new RegExp(`^${mark}$`));
    expect(await shown(community, other)).toBe('Efe Ojo');
  });
});

test('the database computes the skeleton of a name like the domain rules', async () => {
  const { api, other } = await aCommunity();
  for (const name of [lookalikeTranslation.from, 'Arne vv O’Brien-Łuk', 'Ωмега 0815', 'محمد صلاح']) {
    const [row] = await api.database
      .update(members)
      .set({ searchName: foldText(name) })
      .where(sql`${members.id} = ${other.id}`)
      .returning({ outline: members.nameOutline });
    expect(row?.outline).toBe(toLookalikeOutline(name));
  }
});
