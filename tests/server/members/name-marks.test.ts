import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';

import { lookalikes, outlineOf } from '#domain/names/lookalike.ts';
import { folded } from '#domain/names/folded.ts';
import { members } from '#server/db/schema.ts';

import { anEmptyDatabase } from '../../testing/database/database.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import type { Answer } from '../../testing/server/api.ts';
import { newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import {
  goodPassword,
  logIn,
  type Member,
  register,
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
  const rest = { country: 'NG', phoneNumber: '+2348012345678', state: 'Lagos', address: 'Yaba' };
  const body = { firstName, lastName, ...rest };
  return api.put('/api/users/updateProfileWithoutImage', { token, body });
}

/** A member as anonymous readers see them. */
async function shown({ api }: Pick<Community, 'api'>, { id }: Pick<Member, 'id'>): Promise<string> {
  const { body } = await api.get(`/api/tipsters/${id}`);
  const { firstName, lastName } = Object(body);
  return `${firstName} ${lastName}`;
}

describe('a name that an earlier member has', () => {
  test.each([
    ['ada', 'OBI'],
    ['Ada', 'Ob1'],
    ['ᴀᴅᴀ', 'ᴏʙɪ'],
  ])('is marked however it is spelt: %s %s', async (firstName, lastName) => {
    const community = await aCommunity();

    await callsThemselves(community, community.other, firstName, lastName);

    expect(await shown(community, community.other)).toMatch(
      new RegExp(`^${firstName} ${lastName} ${mark}$`),
    );
    expect(await shown(community, community.tipster)).toBe('Ada Obi');
  });

  test('is marked where letters of another alphabet spell it', async () => {
    const community = await aCommunity();
    await callsThemselves(community, community.tipster, 'Coco', 'Appa');

    await callsThemselves(
      community,
      community.other,
      '\u0421\u043e\u0441\u043e',
      '\u0410\u0440\u0440\u0430',
    );

    expect(await shown(community, community.other)).toMatch(new RegExp(` ${mark}$`));
  });

  test('is marked wherever others read it', async () => {
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

  test('is named to its owner, as soon as it is marked and until it is not', async () => {
    const community = await aCommunity();
    const { api, other, tipster } = community;

    const saved = await callsThemselves(community, other, 'Ada', 'Obi');

    const publicName = await shown(community, other);
    expect(publicName).toMatch(new RegExp(`^Ada Obi ${mark}$`));
    expect(saved.body).toMatchObject({ publicName });
    expect((await api.get('/api/sync', other)).body).toMatchObject({ profile: { publicName } });
    const renamed = await callsThemselves(community, other, 'Ada', 'Eze');
    expect(renamed.body).not.toHaveProperty('publicName');
    const plain = (await api.get('/api/sync', tipster)).body;
    expect(Object(plain).profile).not.toHaveProperty('publicName');
  });

  test('is plain in the profile of its owner', async () => {
    const community = await aCommunity();
    const { api, other } = community;

    const saved = await callsThemselves(community, other, 'Ada', 'Obi');

    const own = { firstName: 'Ada', lastName: 'Obi' };
    expect(saved.body).toMatchObject(own);
    expect((await api.get(`/api/tipsters/${other.id}`, other)).body).toMatchObject(own);
    expect((await api.get('/api/sync', other)).body).toMatchObject({ profile: own });
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

  test('loses its mark with the name', async () => {
    const community = await aCommunity();
    await callsThemselves(community, community.other, 'Ada', 'Obi');

    await callsThemselves(community, community.other, 'Bola', 'Ade');

    expect(await shown(community, community.other)).toBe('Bola Ade');
  });

  test('is marked on the page of a member without a profile, and empty for its owner', async () => {
    const community = await aCommunity();
    const { api } = community;
    const { email } = await register(api, { userName: 'Ada Obi' });
    const verifying = { access_token: tokenIn(await newestMailTo(api, email)) };
    await api.post('/api/auth/validateEmailToken', { body: verifying });
    const { access_token: token, userId: id } = sessionIn(
      await logIn(api, { email, password: goodPassword }),
    );

    expect(await shown(community, { id })).toMatch(new RegExp(`^Ada Obi ${mark}$`));
    const own = await api.get(`/api/tipsters/${id}`, { token });
    expect(own.body).toMatchObject({ firstName: '', lastName: '' });
  });

  test('leaves no mark when its account is deleted', async () => {
    const community = await aCommunity();
    const { api } = community;
    const { email } = await register(api, { userName: 'Ada Obi' });
    const verifying = { access_token: tokenIn(await newestMailTo(api, email)) };
    await api.post('/api/auth/validateEmailToken', { body: verifying });
    const { access_token: token, userId } = sessionIn(
      await logIn(api, { email, password: goodPassword }),
    );
    const marks = async () =>
      api.database
        .select({ mark: members.nameMark })
        .from(members)
        .where(sql`${members.id} = ${userId}`);
    expect(await marks()).not.toEqual([{ mark: '' }]);

    await api.delete('/api/users/me', { token, body: { password: goodPassword } });

    expect(await marks()).toEqual([{ mark: '' }]);
  });

  test('is marked for all but one of those who take it at the same moment', async () => {
    const community = await aCommunity();
    const crowd = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => community.aMember({ firstName: `N${n}` })),
    );

    await Promise.all(crowd.map(async (each) => callsThemselves(community, each, 'Efe', 'Ojo')));

    const names = await Promise.all(crowd.map(async (each) => shown(community, each)));
    expect(new Set(names).size).toBe(6);
    expect(names.filter((name) => name === 'Efe Ojo')).toHaveLength(1);
  });

  test('counts from the moment when the email is verified', async () => {
    const community = await aCommunity();
    const { api, other } = community;
    const { email } = await register(api, { userName: 'Efe Ojo' });
    await callsThemselves(community, other, 'Efe', 'Ojo');
    const body = { access_token: tokenIn(await newestMailTo(api, email)) };

    await api.post('/api/auth/validateEmailToken', { body });

    const rows = await api.database
      .select({ mark: members.nameMark })
      .from(members)
      .where(sql`${members.email} = ${email}`);
    expect(rows).toEqual([{ mark: expect.stringMatching(new RegExp(`^${mark}$`)) }]);
    expect(await shown(community, other)).toBe('Efe Ojo');
  });
});

test('the database draws the outline of a name as the rules do', async () => {
  const { api, other } = await aCommunity();
  for (const name of [lookalikes.from, 'Arne vv O’Brien-Łuk', 'Ωмега 0815', 'محمد صلاح']) {
    const [row] = await api.database
      .update(members)
      .set({ searchName: folded(name) })
      .where(sql`${members.id} = ${other.id}`)
      .returning({ outline: members.nameOutline });
    expect(row?.outline).toBe(outlineOf(name));
  }
});

test('names that were equal before marks came get them, all but that of the first tipster', async () => {
  const folder = new URL('../../../src/server/db/migrations/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const own = files.findIndex((file) => file.includes('name_marks'));
  const client = new Client(await anEmptyDatabase());
  await client.connect();
  atTheEnd(async () => client.end());
  // The migrator creates these itself.
  await client.query('create schema drizzle create table __drizzle_migrations (hash text)');
  const applies = async (file: string) =>
    client.query(
      (await readFile(new URL(file, folder), 'utf8')).replaceAll('--> statement-breakpoint', ';'),
    );
  for (const file of files.slice(0, own)) await applies(file);
  await client.query(`insert into members
    (id, email, user_name, password_hash, search_name, is_tipster, email_verified_at, created_at)
    select ('00000000-0000-7000-8000-00000000000' || n)::uuid, n || '@example.org', 'x', 'x', name,
      is_tipster, case when is_verified then now() end, '2026-01-01'::timestamptz + n * interval '1 day'
    from (values (1, 'ada obi', false, true), (2, 'ada obi', true, true), (3, 'ada 0bi', true, true),
      (4, 'ada obi', true, false), (5, 'bola ade', true, true), (6, '', true, true), (7, '', true, true))
      as given(n, name, is_tipster, is_verified)`);

  await applies(files[own] ?? '');

  const { rows } = await client.query('select name_mark from members order by id');
  expect(rows.map(({ name_mark }) => name_mark !== '')).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
});
