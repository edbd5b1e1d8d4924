import { describe, expect, test } from 'vitest';

import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { createStandby } from '#server/db/standby.ts';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { minute } from '../../testing/clock/clock.ts';
import { until } from '../../testing/server/server-process.ts';
import { aFollowedPrimary } from '../../testing/database/standby.ts';
import { aCommunity, type Community, type Game, tipsOf } from '../../testing/tips/tips.ts';

const { primary, standby } = await aFollowedPrimary();
const always = 3_600;

function opened(url: string) {
  const database = openDatabase({ url, connections: 4 });
  atTheEnd(async () => closeDatabase(database));
  return database;
}

/** A community whose server reads lists from a standby with at most this lag in seconds. */
async function aCommunityNearby(maxLagSeconds = always): Promise<Community & { game: Game }> {
  const community = await aCommunity({
    database: opened(primary.url),
    standby: createStandby(opened(standby.url), maxLagSeconds),
  });
  return { ...community, game: await community.aGame() };
}

async function standbyHasAll(): Promise<void> {
  const written = String(await primary.queryValue('select pg_current_wal_lsn()'));
  await until(async () => standby.queryValue(`select pg_last_wal_replay_lsn() >= '${written}'`));
}

/** Pauses the standby's replication until the test ends. */
async function standbyPauses(): Promise<void> {
  await standbyHasAll();
  await standby.queryValue('select pg_wal_replay_pause()');
  atTheEnd(standbyGoesOn);
  await until(async () => {
    return (await standby.queryValue('select pg_get_wal_replay_pause_state()')) === 'paused';
  });
}

async function standbyGoesOn(): Promise<void> {
  await standby.queryValue('select pg_wal_replay_resume()');
}

/** Returns the tips on a game in the feed. */
async function feedOn(game: Game, { api }: Community, member?: { token: string }) {
  const token = member && { token: member.token };
  return tipsOf(await api.get(`/api/feed?fixtureId=${game.id}`, token)).map(({ id }) => id);
}

describe('lists from a standby', () => {
  test('have the standby’s age, but contain the caller’s own changes', async () => {
    const community = await aCommunityNearby();
    const { clock, tipster, other, game, aTip } = community;
    const first = await aTip({ games: [game] });
    await standbyPauses();
    clock.passes(minute);

    const second = await aTip({ games: [game] });

    expect(await feedOn(game, community)).toEqual([first.id]);
    expect(await feedOn(game, community, other)).toEqual([first.id]);
    expect(await feedOn(game, community, tipster)).toEqual([second.id, first.id]);
    await standbyGoesOn();
    await standbyHasAll();
    expect(await feedOn(game, community)).toEqual([second.id, first.id]);
  });

  test('do not contain what the caller has just withdrawn', async () => {
    const community = await aCommunityNearby();
    const { api, tipster, game, aTip } = community;
    const { id } = await aTip({ games: [game] });
    await standbyPauses();

    expect((await api.delete(`/api/tips/${id}`, { token: tipster.token })).status).toBe(200);

    expect(await feedOn(game, community)).toEqual([id]);
    expect(await feedOn(game, community, tipster)).toEqual([]);
  });

  test('come from the primary if the standby lags too much', async () => {
    const community = await aCommunityNearby(1);
    const { game, aTip } = community;
    await standbyPauses();

    const { id } = await aTip({ games: [game] });

    await expect.poll(async () => feedOn(game, community)).toEqual([id]);
  });

  test('come from the primary if the standby does not know the caller yet', async () => {
    const { api, aMember } = await aCommunityNearby();
    await standbyPauses();

    const newcomer = await aMember();

    expect((await api.get(`/api/tipsters/${newcomer.id}/record`)).status).toBe(200);
  });

  test('come from the primary if the standby refuses connections; begin and end are logged once', async () => {
    await primary.queryValue(`create role reader password 'secret' in role touchline_app`);
    const url = new URL(standby.url);
    url.username = 'reader';
    url.password = 'secret';
    const nearby = createStandby(opened(url.href), always);
    const community = await aCommunity({ database: opened(primary.url), standby: nearby });
    const message: unknown[] = [];
    nearby.log = { warn: (...words: unknown[]) => void message.push(words.at(-1)) };
    const game = await community.aGame();
    const { id } = await community.aTip({ games: [game] });
    await standbyHasAll();
    const before = performance.now();

    for (let n = 0; n < 5; n += 1) expect(await feedOn(game, community)).toEqual([id]);
    expect(nearby.pausedUntil).toBeGreaterThan(before);
    expect(message).toEqual(['the standby cannot be read, and the primary answers']);

    await primary.queryValue('alter role reader login');
    await standbyHasAll();
    await until(async () => {
      expect(await feedOn(game, community)).toEqual([id]);
      return message.length > 1;
    });
    expect(message.slice(1)).toEqual(['the standby can be read again']);
  });

  test('are not read for a while from a standby without recent changes', async () => {
    const nearby = createStandby(opened(standby.url), 0);
    const community = await aCommunity({ database: opened(primary.url), standby: nearby });
    const before = performance.now();

    await feedOn(await community.aGame(), community);

    expect(nearby.pausedUntil).toBeGreaterThan(before);
  });

  test('come from the primary while the standby is unreachable', async () => {
    const community = await aCommunityNearby();
    const { api, game, aTip } = community;
    const { id } = await aTip({ games: [game] });

    await standby.stop();

    expect(await feedOn(game, community)).toEqual([id]);
    for (const path of ['/api/tipsters?category=0', '/api/competitions']) {
      expect((await api.get(path)).status).toBe(200);
    }
  });
});
