import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { fixtures, tips } from '#server/db/schema.ts';

import { hour, minute } from '../../testing/clock/clock.ts';
import { aCommunity, edits, problemOf, tipOf } from '../../testing/tips/tips.ts';

test.each([
  { change: { result: 'won', reason: 'I know it.' } },
  { change: { result: 'lost', reason: 'I know it.' } },
  { change: { status: true } },
])('nobody can decide a game before it began: $change', async ({ change }) => {
  const community = await aCommunity();
  const { api, administrator, aTip } = community;
  const tip = await aTip();
  const fixtureId = tip.options[0]?.fixtureId;

  const decided = await edits(community, tip, [{ fixtureId, ...change }]);
  const confirmed = await api.put(`/api/tips/confirmTip/${tip.id}`, {
    token: administrator.token,
    body: { IsGameSuccessful: true },
  });

  expect(problemOf(decided)).toBe('409 too-early-to-decide');
  expect(decided.body).toMatchObject({ errors: { 'options.0.result': ['too-early-to-decide'] } });
  expect(problemOf(confirmed)).toBe('409 legs-undecided');
  expect(await api.database.select().from(tips)).toMatchObject([
    { outcome: 'open', confirmedAt: null, version: 1 },
  ]);
});

test('a game is decided once its whistle has gone, and not a minute earlier', async () => {
  const community = await aCommunity();
  const { aTip, clock } = community;
  const tip = await aTip();
  const change = { fixtureId: tip.options[0]?.fixtureId, result: 'won' };

  clock.passes(2 * hour + 89 * minute);
  const early = await edits(community, tip, [change]);
  clock.passes(minute);
  const inTime = await edits(community, tip, [change]);

  expect(problemOf(early)).toBe('409 too-early-to-decide');
  expect(tipOf(inTime)).toMatchObject({ outcome: 'won' });
});

test('a game is void at any time, with a reason that everybody reads', async () => {
  const community = await aCommunity();
  const { api, aTip } = community;
  const tip = await aTip();
  const change = { fixtureId: tip.options[0]?.fixtureId, result: 'void' };

  const bare = await edits(community, tip, [change]);
  const message = await edits(community, tip, [{ ...change, reason: 'The stand is closed.' }]);

  expect(problemOf(bare)).toBe('422 decision-needs-reason');
  expect(bare.body).toMatchObject({ errors: { 'options.0.reason': ['decision-needs-reason'] } });
  expect(tipOf(message)).toMatchObject({ outcome: 'void' });
  expect((await api.get(`/api/tips/${tip.id}`)).body).toMatchObject({
    options: [{ result: 'void', reason: 'The stand is closed.' }],
  });
});

test('a decision against the score needs a reason', async () => {
  const community = await aCommunity();
  const { api, aTip, clock } = community;
  const tip = await aTip();
  const fixtureId = tip.options[0]?.fixtureId ?? '';
  clock.passes(4 * hour);
  await api.database
    .update(fixtures)
    .set({ status: 'played', fullTimeHome: 2, fullTimeAway: 1 })
    .where(eq(fixtures.id, fixtureId));

  const bare = await edits(community, tip, [{ fixtureId, result: 'lost' }]);
  const message = await edits(community, tip, [
    { fixtureId, result: 'lost', reason: 'A goal was taken back.' },
  ]);

  expect(problemOf(bare)).toBe('422 decision-needs-reason');
  expect(tipOf(message).options[0]).toMatchObject({
    result: 'lost',
    reason: 'A goal was taken back.',
  });
});
