import { describe, expect, test } from 'vitest';

import { optionNamed } from '#domain/catalogue.ts';
import { audit, tips } from '#server/db/schema.ts';

import { day, hour } from '../support/clock.ts';
import {
  aWrongGame,
  corrected,
  corrects,
  later,
  lost,
  oddName,
  reason,
  recordIn,
} from '../support/corrections.ts';
import {
  confirms,
  onDesk,
  recordsAreRight,
  setsResult,
  settles,
  tallyIn,
  theDesk,
} from '../support/desk.ts';
import { aCommunity, aKey } from '../support/tips.ts';

describe('later than 72 hours after the confirmation', () => {
  test('one administrator proposes a correction, which shows, and another one carries it out', async () => {
    const first = await aCommunity();
    const { game } = await aWrongGame(first, 14);
    first.clock.passes(3 * day + 1);
    const community = await later(first);
    const { administrator, secondAdministrator } = community;
    const before = await recordIn(community);

    const proposed = await corrects(community, game);
    const again = await corrects(community, game, {}, { headers: aKey() });

    expect([proposed, again].map(tallyIn)).toEqual(
      [0, 1].map(() => expect.objectContaining({ changed: 0, left: 14 })),
    );
    expect(await recordIn(community)).toEqual(before);
    expect((await theDesk(community)).counts.corrected).toBe(1);
    expect((await onDesk(community, game)).proposed).toEqual([
      {
        by: { id: administrator.id, name: 'Chi Obi' },
        at: community.clock().toISOString(),
        reason,
        results: lost,
      },
    ]);

    const seconded = await corrects(community, game, {}, { token: secondAdministrator.token });

    expect(tallyIn(seconded)).toMatchObject({ changed: 14, left: 0 });
    expect((await theDesk(community)).fixtures).toEqual([]);
    const actions = await community.api.database.select().from(audit);
    const of = (action: string) => actions.filter((each) => each.action === action);
    expect(of('correction.propose').map(({ actorId }) => actorId)).toEqual([administrator.id]);
    expect(new Set(of('leg.correct').map(({ actorId }) => actorId))).toEqual(
      new Set([secondAdministrator.id]),
    );
    expect(await recordsAreRight(community)).toBe(true);
  });

  test('two who propose the same at once have agreed', async () => {
    const first = await aCommunity();
    const { game } = await aWrongGame(first, 60);
    first.clock.passes(4 * day);
    const community = await later(first);

    await Promise.all(
      [community.administrator, community.secondAdministrator].map(async ({ token }) =>
        corrects(community, game, {}, { token, headers: aKey() }),
      ),
    );

    expect(await corrected(community)).toHaveLength(60);
    expect((await theDesk(community)).fixtures).toEqual([]);
  });

  test('nobody carries out what they proposed for a ticket of their own', async () => {
    const first = await aCommunity();
    const { administrator, secondAdministrator, aTip, aGame, clock } = first;
    const game = await aGame();
    const { id } = await aTip({ games: [game], by: administrator });
    await aTip({ games: [game] });
    clock.passes(4 * hour);
    await setsResult(first, game, { status: 'played', fullTime: [5, 0] });
    const { token } = secondAdministrator;
    await settles(first, game, [{ oddName, result: 'won' }], { token });
    const all = await first.api.database.select({ id: tips.id }).from(tips);
    await confirms(
      first,
      all.map((tip) => tip.id),
      { token },
    );
    await setsResult(first, game, { status: 'played', fullTime: [0, 0] });
    clock.passes(4 * day);
    const community = await later(first);
    await corrects(community, game);

    const answer = await corrects(
      community,
      game,
      {},
      { token: community.secondAdministrator.token },
    );

    expect(tallyIn(answer)).toMatchObject({ changed: 1, left: 1 });
    expect(await community.tip(id)).toMatchObject({ outcome: 'won' });

    await corrects(community, game, {}, { headers: aKey() });
    const { proposed } = await onDesk(community, game);
    expect(proposed, 'for a third one').toMatchObject([{ by: { name: 'Dayo Obi' } }]);
  });

  test('a proposal by a result that was corrected again is none', async () => {
    const first = await aCommunity();
    const { game } = await aWrongGame(first);
    first.clock.passes(4 * day);
    const community = await later(first);
    await corrects(community, game);
    await setsResult(community, game, { status: 'played', fullTime: [0, 1] });

    const { token } = community.secondAdministrator;
    const answer = await corrects(community, game, { version: 4 }, { token });

    expect(tallyIn(answer)).toMatchObject({ changed: 0, left: 1 });
  });
});

describe('of several options, later than 72 hours after the confirmation', () => {
  const over = 'O/U 2.5 - Over';
  const overLost = [{ oddsId: optionNamed(over)?.oddsId ?? 0, result: 'lost' }];

  /** A ticket on each of two options, both confirmed as won; one of them four days later, if it says. */
  async function twoOptions({ lately }: { lately: boolean }) {
    const first = await aCommunity();
    const { aTip, clock, other } = first;
    const game = await first.aGame();
    const old = await aTip({ games: [game], oddName: over });
    const tip = await aTip({ games: [game], by: other });
    clock.passes(4 * hour);
    await setsResult(first, game, { status: 'played', fullTime: [5, 0] });
    await settles(first, game, [
      { oddName, result: 'won' },
      { oddName: over, result: 'won' },
    ]);
    await confirms(first, lately ? [old.id] : [old.id, tip.id]);
    clock.passes(4 * day);
    const community = await later(first);
    if (lately) await confirms(community, [tip.id]);
    await setsResult(community, game, { status: 'played', fullTime: [0, 0] });
    const { token } = community.secondAdministrator;
    const proposed = async () =>
      (await theDesk(community)).fixtures.flatMap((fixture) => fixture.proposed ?? []);
    return { community, game, token, proposed };
  }

  test('only what is left is proposed, and nothing waits once that was carried out', async () => {
    const { community, game, token, proposed } = await twoOptions({ lately: true });

    const answer = await corrects(community, game, { results: [...lost, ...overLost] });

    expect(tallyIn(answer)).toMatchObject({ changed: 1, left: 1 });
    expect(await proposed()).toMatchObject([{ results: overLost }]);
    await corrects(community, game, { results: overLost }, { token });
    expect(await corrected(community)).toHaveLength(2);
    expect(await proposed()).toEqual([]);
  });

  test('two administrators each carry out what the other one proposed', async () => {
    const { community, game, token, proposed } = await twoOptions({ lately: false });
    await corrects(community, game);
    community.clock.passes(1);
    await corrects(community, game, { results: overLost }, { token });
    expect(await proposed()).toMatchObject([{ results: lost }, { results: overLost }]);
    await corrects(community, game, { results: overLost });
    await corrects(community, game, {}, { token });
    expect(await corrected(community)).toHaveLength(2);
    expect(await proposed()).toEqual([]);
  });

  test('what another administrator has carried out is withdrawn no more', async () => {
    const { community, game, token } = await twoOptions({ lately: false });
    await corrects(community, game);
    await corrects(community, game, {}, { token });

    const withdrawn = await corrects(community, game, { results: [] });

    expect(tallyIn(withdrawn)).toMatchObject({ changed: 0 });
    expect(await corrected(community)).toHaveLength(1);
  });

  test('each takes back what they proposed themselves', async () => {
    const { community, game, token, proposed } = await twoOptions({ lately: false });
    await corrects(community, game);
    await corrects(community, game, { results: overLost }, { token });

    const withdrawn = await corrects(community, game, { results: [] });

    expect(tallyIn(withdrawn)).toEqual({ changed: 1, unchanged: 0, left: 0, own: 0 });
    expect(await proposed()).toMatchObject([{ results: overLost }]);
    await corrects(community, game, {}, { token });
    expect(await corrected(community), 'nobody proposes it any more').toEqual([]);
  });
});
