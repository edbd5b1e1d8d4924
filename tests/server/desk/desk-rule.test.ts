import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { confirmTipsByRule } from '#server/desk/rule-confirmation.ts';
import { audit, legs, members, tips } from '#server/db/schema.ts';
import { createCheckpoint } from '#server/proof/log.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { hour, minute } from '../../testing/clock/clock.ts';
import {
  confirms,
  recordsAreRight,
  reopens,
  setsPrices,
  setsResult,
  settles,
} from '../../testing/tips/desk.ts';
import { manyTips } from '../../testing/tips/many-tips.ts';
import { aCommunity, type Community, type Game } from '../../testing/tips/tips.ts';

const oddName = '1X2 - 1';
const after = 30;

/** A game that has just ended 1-0. */
async function anEndedGame(community: Community, prepare: (game: Game) => Promise<unknown>) {
  const game = await community.aGame();
  await prepare(game);
  community.clock.passes(4 * hour);
  await setsResult(community, game, { status: 'played', fullTime: [1, 0] });
  return game;
}

async function rule({ api, clock }: Community): Promise<void> {
  await confirmTipsByRule(api.database, clock(), after);
}

async function confirmedIn({ api }: Community): Promise<number> {
  const entries = await api.database.select().from(audit).where(eq(audit.action, 'tip.confirm'));
  return entries.length;
}

describe('a ticket with all legs settled', () => {
  test('is confirmed automatically once its results are old enough', async () => {
    const community = await aCommunity();
    const { api, aTip, clock } = community;
    let id = '';
    await anEndedGame(community, async (game) => {
      ({ id } = await aTip({ games: [game] }));
    });

    clock.passes(after * minute - 1);
    await rule(community);
    expect(await community.tip(id)).toMatchObject({ IsGameSuccessful: false });

    clock.passes(1);
    await rule(community);
    await rule(community);

    expect(await community.tip(id)).toMatchObject({
      IsGameSuccessful: true,
      outcome: 'won',
      options: [{ result: 'won', fact: { code: 'ended' } }],
    });
    const entries = await api.database.select().from(audit);
    const ofRule = entries.filter(({ action }) => /leg.settle|tip.confirm/.test(action));
    expect(ofRule).toMatchObject([
      { action: 'leg.settle', actorId: null, at: clock() },
      { action: 'tip.confirm', actorId: null, at: clock() },
    ]);
    const [leg] = await api.database.select().from(legs);
    expect(leg).toMatchObject({ decidedBy: null, decidedVersion: 2 });
    expect(await recordsAreRight(community)).toBe(true);
  });

  test('is confirmed once by two processes, with one entry in its history', async () => {
    const community = await aCommunity();
    const { api, services, clock } = community;
    await anEndedGame(community, async (game) => manyTips(community, game, { count: 120, odd: 2 }));
    clock.passes(after * minute);

    await Promise.all([rule(community), rule(community), rule(community)]);

    expect(await confirmedIn(community)).toBe(120);
    expect(await recordsAreRight(community)).toBe(true);
    await createCheckpoint(api.database, services.settings.proofSecret, clock());
    expect((await verifyDatabase(api.database)).problems).toEqual([]);
  });
});

describe('the automatic confirmation waits for a person', () => {
  const confirmedLater = async (community: Community) => {
    community.clock.passes(after * minute);
    await rule(community);
    return confirmedIn(community);
  };

  test('for a ticket with a game without a result', async () => {
    const community = await aCommunity();
    const { aTip, aGame } = community;
    const other = await aGame({ startsIn: 2 * hour });
    await anEndedGame(community, async (game) => aTip({ games: [game, other] }));

    expect(await confirmedLater(community)).toBe(0);
  });

  test('for a ticket with a game without a price', async () => {
    const community = await aCommunity();
    const { aTip } = community;
    await anEndedGame(community, async (game) => aTip({ games: [game], oddName: 'GG/NG - GG' }));

    expect(await confirmedLater(community)).toBe(0);
  });

  test('for a leg that the rules leave to a person', async () => {
    const community = await aCommunity();
    const { aTip, aGame, clock } = community;
    const game = await aGame();
    await aTip({ games: [game] });
    const asked = await aGame();
    await aTip({ games: [asked], oddName: 'First Goal - 1' });
    await setsPrices(community, asked, [{ oddName: 'First Goal - 1', odd: 2 }]);
    clock.passes(4 * hour);
    await setsResult(community, game, { status: 'awarded' });
    await setsResult(community, asked, { status: 'played', fullTime: [1, 1] });

    expect(await confirmedLater(community)).toBe(0);
  });

  test('for a leg settled by a result that was corrected', async () => {
    const community = await aCommunity();
    const { aTip } = community;
    const game = await anEndedGame(community, async (ended) => aTip({ games: [ended] }));
    await settles(community, game, [{ oddName, result: 'won' }]);
    await setsResult(community, game, { status: 'played', fullTime: [0, 1] });

    expect(await confirmedLater(community)).toBe(0);
  });

  test('for a ticket of the administrator who entered the result, until another enters one', async () => {
    const community = await aCommunity();
    const { administrator, secondAdministrator, aTip, clock } = community;
    const game = await anEndedGame(community, async (ended) => {
      await aTip({ games: [ended] });
      await aTip({ games: [ended], by: administrator });
    });

    expect(await confirmedLater(community), 'the ticket of somebody else').toBe(1);

    const { token } = secondAdministrator;
    await setsResult(community, game, { status: 'played', fullTime: [2, 0] }, { token });
    clock.passes(1);
    expect(await confirmedLater(community)).toBe(2);
  });

  test('without raising a cursor', async () => {
    const community = await aCommunity();
    const { api, aTip, clock } = community;
    const game = await anEndedGame(community, async (ended) => aTip({ games: [ended] }));
    await settles(community, game, [{ oddName, result: 'won' }]);
    await setsResult(community, game, { status: 'played', fullTime: [0, 1] });
    clock.passes(after * minute);
    const cursors = async () =>
      api.database.select({ cursor: members.cursor }).from(members).orderBy(members.id);
    const before = await cursors();

    await rule(community);

    expect(await cursors()).toEqual(before);
  });

  test('for more than ten minutes after the last settlement', async () => {
    const community = await aCommunity();
    const { api, aTip, clock } = community;
    const game = await anEndedGame(community, async (ended) => aTip({ games: [ended] }));
    clock.passes((after - 1) * minute);
    await settles(community, game, [{ oddName, result: 'lost', reason: 'Points were taken.' }]);

    clock.passes((after - 1) * minute);
    await rule(community);
    expect(await confirmedIn(community)).toBe(0);
    clock.passes(minute);
    await rule(community);

    // The rule confirms the ticket and keeps the result that an administrator chose against the score.
    expect(await api.database.select().from(tips)).toMatchObject([{ outcome: 'lost' }]);
    expect(await confirmedIn(community)).toBe(1);
  });

  describe('for as long after an undo of', () => {
    const won = { oddName, result: 'won' } as const;
    const voided = { oddName, result: 'void', reason: 'The floodlights failed.' } as const;
    const undo = { oddName, result: 'pending' } as const;

    test.each<[string, (community: Community, game: Game, id: string) => Promise<unknown>]>([
      [
        'a confirmation',
        async (community, game, id) => {
          await settles(community, game, [won]);
          community.clock.passes(2 * after * minute);
          await confirms(community, [id]);
          await reopens(community, [id]);
        },
      ],
      [
        'a decision',
        async (community, game) => {
          community.clock.passes(2 * after * minute);
          await settles(community, game, [voided]);
          await settles(community, game, [undo]);
        },
      ],
      [
        'a decision that replaced another administrator’s',
        async (community, game) => {
          const { token } = community.secondAdministrator;
          await settles(community, game, [won], { token });
          community.clock.passes(2 * after * minute);
          await settles(community, game, [{ ...voided, over: true }]);
          await settles(community, game, [undo]);
        },
      ],
    ])('%s', async (_, takeBack) => {
      const community = await aCommunity();
      const { aTip, clock } = community;
      let id = '';
      const game = await anEndedGame(community, async (ended) => {
        ({ id } = await aTip({ games: [ended] }));
      });
      await takeBack(community, game, id);
      const isConfirmed = async () => {
        await rule(community);
        return (await community.tip(id)).IsGameSuccessful;
      };

      clock.passes(after * minute - 1);
      expect(await isConfirmed()).toBe(false);

      clock.passes(1);
      expect(await isConfirmed()).toBe(true);
    });
  });
});
