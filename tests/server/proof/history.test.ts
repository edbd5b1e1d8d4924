import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { findHistoryFlaws, hasValidSignature } from '#contract/proof/check.ts';
import { Leaf } from '#contract/proof/calls.ts';
import { isConsistent } from '#contract/proof/merkle.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { proofLeaves, unsealedEvents } from '#server/db/proof-tables.ts';
import { audit } from '#server/db/schema.ts';
import { maxEventsPerLeaf, createCheckpoint } from '#server/proof/log.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aClock, hour } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { aCommunity, problemOf } from '../../testing/tips/tips.ts';
import {
  aCommunityWithHistory,
  anHourLater,
  aTreatedTip,
  checkpointOf,
  historyOf,
  eventContentsOf,
} from './support.ts';

describe("a tip's history", () => {
  test('contains all public events for every caller', async () => {
    const { community, tip, games } = await aCommunityWithHistory();

    const history = await historyOf(community, tip.id);

    expect(eventContentsOf(history)).toMatchObject([
      {
        action: 'tip.post',
        at: tip.creationTime,
        after: { legs: [{ fixtureId: games[0].id, oddName: '1X2 - 1', odd: 1.85 }, { odd: 0 }] },
      },
      { action: 'leg.price', after: { fixtureId: games[1].id, odd: 2.4 } },
      { action: 'leg.settle', after: { fixtureId: games[0].id, result: 'void' } },
      { action: 'leg.settle', reason: 'As it ended.' },
      { action: 'tip.confirm', after: { outcome: 'void' } },
    ]);
  });

  test('contains private events for its owner and administrators only', async () => {
    const { community, tip } = await aCommunityWithHistory();
    const { tipster, administrator, other } = community;
    const seals = async (token?: string) =>
      (await historyOf(community, tip.id, token)).events.map(({ sealed }) => sealed !== undefined);

    expect(await seals()).toEqual([false, false, false, false, false]);
    expect(await seals(other.token)).toEqual([false, false, false, false, false]);
    expect(await seals(tipster.token)).toEqual([true, false, false, false, false]);
    expect(await seals(administrator.token)).toEqual([true, true, true, true, true]);
    expect(JSON.stringify(await historyOf(community, tip.id))).not.toContain(administrator.id);
  });

  test('of a withdrawn tip is for its owner and administrators only', async () => {
    const community = await aCommunity();
    const { api, tipster, administrator, other } = community;
    const tip = await community.aTip();
    await api.delete(`/api/tips/${tip.id}`, { token: tipster.token });

    for (const { token } of [tipster, administrator]) {
      const events = eventContentsOf(await historyOf(community, tip.id, token));
      expect(events.map(({ action }) => action)).toEqual(['tip.post', 'tip.withdraw']);
    }
    const asked = await api.get(`/api/tips/${tip.id}/history`, { token: other.token });
    expect(problemOf(asked)).toBe('404 not-found');
  });

  test('is verified on the phone, event by event', async () => {
    const { community, tip } = await aCommunityWithHistory();
    await aTreatedTip(community);

    const history = await historyOf(community, tip.id);

    expect(history.events.map(({ receipt }) => receipt)).toEqual([0, 0, 1, 1, 1]);
    expect(await findHistoryFlaws(history, tip.id)).toEqual(Array(5).fill(undefined));
  });

  test('stays small in a chain with thousands of events in an hour', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    const write = async (events: number) =>
      api.database.$client.query(
        `insert into audit (at, action, subject)
         select $1, 'noted', $2 from generate_series(1, $3::int)`,
        [community.clock(), `member:${tipster.id}`, events],
      );
    await write(1_030);
    const tip = await community.aTip();
    await write(1_030);
    await anHourLater(community);

    const history = await historyOf(community, tip.id);

    expect(history.receipts).toHaveLength(1);
    expect(history.receipts[0]?.digests).toHaveLength(maxEventsPerLeaf);
    expect(await findHistoryFlaws(history, tip.id)).toEqual([undefined]);
    expect((await verifyDatabase(api.database)).problems).toEqual([]);
  });

  test('has no receipt before the next checkpoint', async () => {
    const community = await aCommunity();
    const tip = await community.aTip();

    const history = await historyOf(community, tip.id);

    expect(history).toMatchObject({ receipts: [], events: [{ content: expect.any(String) }] });
    expect(await findHistoryFlaws(history, tip.id)).toEqual([undefined]);
  });

  test.each([
    ['a changed text', 'history', { content: ['1.85', '1.95'] }],
    ['a changed time', 'history', { content: ['T12:00:00.000Z', 'T11:00:00.000Z'] }],
    ["another tip's", 'history', { content: ['tip:', 'tip:0'] }],
  ] as const)('with %s is found out', async (_, flaw, { content: [was, is] }) => {
    const { community, tip } = await aCommunityWithHistory();
    const history = await historyOf(community, tip.id);
    const [first, ...rest] = history.events;
    if (!first?.content) throw new Error('there is no event');
    const content = first.content.replace(was, is);
    expect(content).not.toBe(first.content);

    const bent = { ...history, events: [{ ...first, content }, ...rest] };

    expect((await findHistoryFlaws(bent, tip.id))[0]).toBe(flaw);
  });

  test('with an unsigned checkpoint is detected', async () => {
    const { community, tip } = await aCommunityWithHistory();
    const history = await historyOf(community, tip.id);
    const receipts = history.receipts.map((receipt) => ({
      ...receipt,
      checkpoint: { ...receipt.checkpoint, at: '2026-03-07T12:30:00.000Z' },
    }));

    expect((await findHistoryFlaws({ ...history, receipts }, tip.id))[0]).toBe('signature');
  });
});

describe('a checkpoint', () => {
  test('is signed, and made once an hour by one of the servers', async () => {
    const { community } = await aCommunityWithHistory();
    const { api, clock } = community;
    const seal = async () => createCheckpoint(api.database, api.settings.proofSecret, clock());
    const games = [await community.aGame()];
    await anHourLater(community);
    await community.aTip({ games });

    const before = await checkpointOf(community);
    clock.passes(3_599_000);
    await seal();
    expect(await checkpointOf(community)).toEqual(before);
    clock.passes(1_000);
    await Promise.all([seal(), seal()]);

    const after = await checkpointOf(community);
    expect(after.size).toBe(before.size + 1);
    expect(await hasValidSignature(after)).toBe(true);
    expect(await hasValidSignature({ ...after, size: 1 })).toBe(false);
  });

  test('reads only what was added since the previous one', async () => {
    const { url } = await aDatabase();
    const database = openDatabase({ url, connections: 1 });
    atTheEnd(async () => closeDatabase(database));
    const { $client } = database;
    const write = async (events: number) =>
      $client.query(
        `insert into audit (at, action, subject)
         select now(), 'noted', 'thing:' || n % 500 from generate_series(1, $1::int) n`,
        [events],
      );
    const read = async () => {
      await $client.query('select pg_stat_force_next_flush()');
      const { rows } = await $client.query<{ read: string }>(
        `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read
         from pg_stat_user_tables where relname in ('audit', 'proof_leaves', 'unsealed_events')`,
      );
      return Number(rows[0]?.read);
    };
    const clock = aClock();
    await write(4_000);
    await createCheckpoint(database, 'a secret of thirty-two bytes or more', clock());
    await write(7);
    clock.passes(hour);

    const before = await read();
    await createCheckpoint(database, 'a secret of thirty-two bytes or more', clock());

    // Each chain needs three rows: the event, the chain's head, and the previous leaf.
    expect((await read()) - before).toBeLessThanOrEqual(3 * 7);
    expect(await database.$count(proofLeaves)).toBe(507);
  });

  test('leaves an event that is committed meanwhile to the next one', async () => {
    const { community } = await aCommunityWithHistory();
    const { api, clock } = community;
    const seal = async () => createCheckpoint(api.database, api.settings.proofSecret, clock());
    const games = [await community.aGame()];
    await anHourLater(community);
    const before = await checkpointOf(community);
    const late = await api.database.$client.connect();
    await late.query(`begin; insert into audit (at, action, subject) values (now(), 'a', 'b:1')`);
    await community.aTip({ games });
    clock.passes(hour);

    await seal();
    expect((await checkpointOf(community)).size).toBe(before.size + 1);
    await late.query('commit');
    late.release();
    clock.passes(hour);
    await seal();

    expect((await checkpointOf(community)).size).toBe(before.size + 2);
    expect(await api.database.$count(unsealedEvents)).toBe(0);
  });

  test('is consistent with the previous one', async () => {
    const { community } = await aCommunityWithHistory();
    const { api } = community;
    const first = await checkpointOf(community);
    for (let round = 0; round < 5; round += 1) await aTreatedTip(community);
    const last = await checkpointOf(community);

    const answer = await api.get(`/proof/consistency?from=${first.size}&to=${last.size}`);

    const { path } = z.parse(z.object({ path: z.array(z.string()) }), answer.body);
    expect(await isConsistent(first, last, path)).toBe(true);
    const list = await api.get('/proof/checkpoints');
    expect(list.body).toHaveLength(12);
    const leaves = z.parse(z.array(Leaf), (await api.get('/proof/leaves')).body);
    expect(leaves).toHaveLength(last.size);
  });

  test('does not exist before the first event, and unknown tips have no proof', async () => {
    const { api } = await aCommunity();
    expect(problemOf(await api.get('/proof/checkpoint'))).toBe('404 not-found');
    expect(problemOf(await api.get('/proof/consistency?from=0&to=1'))).toBe('404 not-found');
  });
});

describe('a stored entry', () => {
  test.each(['audit', 'proof_leaves', 'proof_nodes', 'checkpoints'])(
    'in %s cannot be changed or deleted',
    async (table) => {
      const { community } = await aCommunityWithHistory();
      const { $client } = community.api.database;
      for (const change of [`delete from ${table}`, `truncate ${table}`]) {
        await expect($client.query(change)).rejects.toThrow('stays as it is');
      }
      const column = table === 'audit' ? 'reason' : table === 'checkpoints' ? 'size' : 'index';
      const update = `update ${table} set ${column} = ${column}`;
      await expect($client.query(update)).rejects.toThrow('stays as it is');
    },
  );

  test('cannot be changed by the server’s role', async () => {
    const { url } = await aDatabase();
    const database = openDatabase({ url, connections: 1, role: 'touchline_app' });
    atTheEnd(async () => closeDatabase(database));
    await database.insert(audit).values({ at: new Date(), action: 'test', subject: 'test' });

    for (const change of ['update audit set reason = 1', 'delete from audit', 'truncate audit']) {
      await expect(database.$client.query(change)).rejects.toThrow('permission denied');
    }
    for (const turn of ['disable trigger all', 'owner to current_user']) {
      const asked = database.$client.query(`alter table audit ${turn}`);
      await expect(asked).rejects.toThrow('must be owner');
    }
  });

  test('is chained correctly with many concurrent writes', async () => {
    const community = await aCommunity();
    const games = [await community.aGame()];
    await Promise.all(Array.from({ length: 4 }, async () => community.aTip({ games })));
    await anHourLater(community);

    const rows = await community.api.database
      .select({ chain: audit.chain, position: audit.position })
      .from(audit)
      .where(eq(audit.action, 'tip.post'))
      .orderBy(audit.position);

    const chain = `member:${community.tipster.id}`;
    expect(rows).toEqual([1, 2, 3, 4].map((position) => ({ chain, position })));
  });
});
