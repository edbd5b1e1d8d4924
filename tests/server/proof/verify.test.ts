import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import { isConsistent } from '#contract/proof/merkle.ts';
import { appRole, closeDatabase, openDatabase } from '#server/db/database.ts';
import { seedDemoSeason } from '#server/demo/season.ts';
import { createCheckpoint } from '#server/proof/log.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aClock } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { aCommunity, type Community, edits } from '../../testing/tips/tips.ts';
import { aCommunityWithHistory, anHourLater, bend, checkpointOf, relink } from './support.ts';

async function problemsOf({ api }: Community, ...seen: Parameters<typeof verifyDatabase>[1][]) {
  return (await verifyDatabase(api.database, ...seen)).problems;
}

test('a database verifies at every time while members post, book, copy and follow', async () => {
  const community = await aCommunity();
  const { api, tipster, other } = community;
  const writing = new AbortController();
  const write = async () => {
    for (let turn = 0; !writing.signal.aborted; turn += 1) {
      const game = await community.aGame();
      const tip = await community.aTip({ games: [game] });
      const copy = await community.aTip({
        by: other,
        games: [game],
        rest: { copiedFrom: tip.id },
      });
      await api.put(`/api/tips/bookTicket/${copy.id}`, other);
      const path = `/api/users/followOrUnfollow?Id=${tipster.id}&isFollow=${turn % 2 === 0}`;
      await api.put(path, { token: other.token });
      await edits(community, tip, [{ fixtureId: game.id, odd: 2.4 }]);
    }
  };
  const written = write();

  const found = [await verifyDatabase(api.database)];
  while (found.length < 5 || found.at(-1)?.events === found[0]?.events) {
    found.push(await verifyDatabase(api.database));
  }
  writing.abort();
  await written;

  expect(found.flatMap(({ problems }) => problems)).toEqual([]);
});

test('the demo season verifies, although the server’s role inserts it', async () => {
  const { url } = await aDatabase();
  const database = openDatabase({ url, connections: 2, role: appRole });
  atTheEnd(async () => closeDatabase(database));
  const clock = aClock();
  await seedDemoSeason(database, { clock, hashPassword: async () => 'no hash' });
  await createCheckpoint(database, 'a secret of thirty-two bytes or more', clock());

  const { events, problems } = await verifyDatabase(database);

  expect(problems).toEqual([]);
  expect(events).toBeGreaterThan(500);
});

describe('the verification finds', () => {
  test.each([
    [
      'a changed event',
      `update audit set after = jsonb_set(after, '{legs,0,odd}', '5') where action = 'tip.post'`,
      'is not what was written down',
    ],
    [
      'a moved event',
      `update audit set at = at - interval '1 hour' where action = 'tip.post'`,
      'is not what was written down',
    ],
    ['a removed event', `delete from audit where action = 'leg.price'`, 'is gone'],
    [
      'a removed end',
      `delete from audit where action = 'tip.confirm'`,
      'not in the audit any more',
    ],
    ['a removed history', `delete from audit; delete from legs; delete from tips`, 'any more'],
    ['a changed signature', `update checkpoints set size = 1`, 'does not bear its signature'],
    ['a removed leaf', `delete from proof_leaves where index > 0`, 'leaves, and 1 are left'],
  ])('%s', async (_, statement, problem) => {
    const { community } = await aCommunityWithHistory();
    await bend(community, statement);
    expect((await problemsOf(community)).join('\n')).toContain(problem);
  });

  test('an event inserted later with an earlier time', async () => {
    const { community, tip } = await aCommunityWithHistory();
    const { api, clock } = community;
    await api.database.$client.query(
      `insert into audit (at, action, subject) values ('2026-03-07T12:01:00Z', 'tip.note', $1)`,
      [`tip:${tip.id}`],
    );
    clock.passes(3_600_000);
    await createCheckpoint(api.database, api.settings.proofSecret, clock());

    expect(await problemsOf(community)).toEqual([
      expect.stringContaining('was written between two other checkpoints'),
    ]);
  });

  test('an event that the next checkpoint leaves out', async () => {
    const { community } = await aCommunityWithHistory();
    const games = [await community.aGame()];
    await anHourLater(community);
    await community.aTip({ by: community.other, games });
    await bend(community, 'delete from unsealed_events');
    await anHourLater(community);

    expect(await problemsOf(community)).toEqual([
      expect.stringMatching(/^tip\.post of .* is in no checkpoint, and there is a later one\.$/),
    ]);
  });

  test.each(['with the same key', 'with another key'])(
    'a history that was recomputed and signed %s, with an earlier checkpoint',
    async (how) => {
      const { community } = await aCommunityWithHistory();
      const { api, clock } = community;
      const seen = await checkpointOf(community);
      await bend(
        community,
        `update legs set odd = 5, kick_off_odd = 5 where position = 0; update tips set wire = null;
         update audit set after = jsonb_set(after, '{legs,0,odd}', '5') where action = 'tip.post';
         ${relink}; delete from proof_leaves; delete from proof_nodes; delete from checkpoints;
         insert into unsealed_events select chain, position from audit`,
      );
      const { proofSecret } = api.settings;
      const secret = how === 'with the same key' ? proofSecret : randomBytes(48).toString('hex');
      await createCheckpoint(api.database, secret, clock());

      expect(await problemsOf(community), 'in itself it is whole').toEqual([]);
      const found = (await problemsOf(community, [seen])).join('\n');
      expect(found).toMatch(/not of this log|are left/);
      const now = await checkpointOf(community);
      expect(await isConsistent(seen, now, [])).toBe(false);
    },
  );
});
