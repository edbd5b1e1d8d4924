import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { legs } from '#server/db/schema.ts';

import { minute } from '../../testing/clock/clock.ts';
import { aPlayedGame, settles, tallyIn } from '../../testing/tips/desk.ts';
import { answersTo, codesOf } from '../../testing/tips/operations.ts';
import { aCommunity, type Community, type Game } from '../../testing/tips/tips.ts';

const homeWon = { oddName: '1X2 - 1', result: 'won', ifPending: true } as const;
const undo = { oddName: '1X2 - 1', result: 'pending' } as const;
const closed = 'The stand was closed.';

/** A game that ended 2-1, with two tickets on a home win. */
async function twoOnHome(community: Community) {
  const { game, tips } = await aPlayedGame(community, [{}, { by: community.secondAdministrator }]);
  const [one, other] = tips;
  return { game, one, other };
}

async function voids({ api, administrator }: Community, id: string, { id: fixtureId }: Game) {
  const options = [{ fixtureId, result: 'void', reason: closed }];
  const body = { options, stake: 0, priceSold: 0 };
  const answer = await api.put(`/api/tips/${id}`, { token: administrator.token, body });
  expect(answer.status).toBe(200);
}

describe('an undo by the id of an action', () => {
  test('keeps the sender’s earlier settlement of one ticket', async () => {
    const community = await aCommunity();
    const { clock } = community;
    const { game, one, other } = await twoOnHome(community);
    const act = crypto.randomUUID();
    await voids(community, one.id, game);
    clock.passes(minute);
    await settles(community, game, [{ ...homeWon, act }]);
    clock.passes(minute);

    const answer = await settles(community, game, [{ ...undo, act }]);

    expect(tallyIn(answer)).toMatchObject({ changed: 1, left: 0 });
    const kept = { result: 'void', reason: closed };
    expect(await community.tip(one.id)).toMatchObject({ options: [kept] });
    expect(await community.tip(other.id)).toMatchObject({ options: [{ result: 'pending' }] });
  });

  test('restores the sender’s earlier, different settlement', async () => {
    const community = await aCommunity();
    const { clock } = community;
    const { game, one } = await twoOnHome(community);
    const act = crypto.randomUUID();
    await voids(community, one.id, game);
    const at = clock().toISOString();
    clock.passes(minute);
    await settles(community, game, [{ oddName: '1X2 - 1', result: 'won', act }]);
    expect(await community.tip(one.id)).toMatchObject({ outcome: 'won' });

    await settles(community, game, [{ ...undo, act }]);
    const again = await settles(community, game, [{ ...undo, act }]);

    expect(tallyIn(again), 'only once').toMatchObject({ changed: 0 });
    expect(await community.tip(one.id)).toMatchObject({
      options: [{ result: 'void', reason: closed, confirmedAt: at }],
    });
  });

  test('keeps the previous action undoable if all came in one batch', async () => {
    const community = await aCommunity();
    const { administrator, clock } = community;
    const { game, one } = await twoOnHome(community);
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const path = `/api/admin/settlements/${game.id}`;
    const inBatch = (result: object) => {
      const body = { version: 2, results: [{ oddsId: 1, ...result }] };
      return { id: crypto.randomUUID(), method: 'PUT' as const, path, body };
    };
    const answers = await answersTo(
      community,
      [
        inBatch({ result: 'won', act: first }),
        inBatch({ result: 'void', reason: closed, act: second }),
        inBatch({ result: 'pending', act: second }),
      ],
      administrator,
    );
    expect(codesOf(answers)).toEqual(['200', '200', '200']);
    expect(await community.tip(one.id)).toMatchObject({ outcome: 'won' });
    clock.passes(minute);

    const answer = await settles(community, game, [{ ...undo, act: first }]);

    expect(tallyIn(answer)).toMatchObject({ changed: 2, left: 0 });
    expect(await community.tip(one.id)).toMatchObject({ outcome: 'open' });
  });

  test('keeps what the sender settled later', async () => {
    const community = await aCommunity();
    const { game, one, other } = await twoOnHome(community);
    const act = crypto.randomUUID();
    const newer = { oddName: '1X2 - 1', result: 'void', reason: closed } as const;
    await settles(community, game, [{ ...homeWon, act }]);
    await voids(community, one.id, game);
    expect(tallyIn(await settles(community, game, [{ ...undo, act }]))).toMatchObject({
      changed: 1,
    });
    expect(await community.tip(one.id)).toMatchObject({ outcome: 'void' });
    expect(await community.tip(other.id)).toMatchObject({ outcome: 'open' });

    await settles(community, game, [{ ...newer, act: crypto.randomUUID() }]);
    await settles(community, game, [{ ...undo, act }]);

    expect(await community.tip(other.id)).toMatchObject({ outcome: 'void' });
  });

  test('keeps the earlier settlement stored only while it can be restored', async () => {
    const community = await aCommunity();
    const { api, clock } = community;
    const { game, one } = await twoOnHome(community);
    const voided = { oddName: '1X2 - 1', result: 'void', reason: closed } as const;
    const undoStored = async () => {
      const [leg] = await api.database.select().from(legs).where(eq(legs.tipId, one.id));
      return leg?.undo;
    };
    await settles(community, game, [homeWon]);
    expect(await undoStored()).toEqual({ previous: null });
    clock.passes(minute);
    await settles(community, game, [voided]);
    expect(await undoStored()).toMatchObject({
      previous: { result: 'won', undo: { previous: null } },
    });
    clock.passes(11 * minute);

    await settles(community, game, [{ oddName: '1X2 - 1', result: 'won' }]);

    expect(await undoStored()).toMatchObject({ previous: { result: 'void', undo: null } });
  });

  test('is refused for other administrators', async () => {
    const community = await aCommunity();
    const { game, one } = await twoOnHome(community);
    const act = crypto.randomUUID();
    await settles(community, game, [{ ...homeWon, act }]);

    const { token } = community.secondAdministrator;
    const answer = await settles(community, game, [{ ...undo, act }], { token });

    expect(tallyIn(answer)).toMatchObject({ changed: 0 });
    expect(await community.tip(one.id)).toMatchObject({ outcome: 'won' });
  });
});
