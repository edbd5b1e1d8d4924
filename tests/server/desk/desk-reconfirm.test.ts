import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, legs } from '#server/db/schema.ts';

import { hour, minute } from '../../testing/clock/clock.ts';
import {
  aPlayedGame,
  confirms,
  played,
  selectionOf,
  setsResult,
  settles,
  tallyIn,
  theDesk,
} from '../../testing/tips/desk.ts';
import { aCommunity, aKey, type Community, edits, problemOf } from '../../testing/tips/tips.ts';

describe('a settlement that a newer result contradicts', () => {
  const oddName = '1X2 - 1';
  const closed = { oddName, result: 'void', reason: 'The stand was closed.' } as const;
  const again = { ...closed, reason: 'Closed, whoever scored first.' };
  const version = 3;

  /** Two tickets that were voided with a reason before the first scorer was entered. */
  async function outdated(community: Community) {
    const { clock, other } = community;
    const { game, tips } = await aPlayedGame(community, [{}, { by: other }]);
    const [tip] = tips;
    await settles(community, game, [closed]);
    clock.passes(hour);
    await setsResult(community, game, { ...played, firstGoal: 'home' });
    expect(await selectionOf(community, game)).toMatchObject({ void: 2, differing: 2 });
    expect((await theDesk(community)).counts).toMatchObject({ ready: 0 });
    return { game, tip };
  }

  test('remains if it is repeated with a reason, and can then be confirmed', async () => {
    const community = await aCommunity();
    const { administrator, clock } = community;
    const { game, tip } = await outdated(community);

    const answer = await settles(community, game, [again], { version });

    expect(tallyIn(answer)).toEqual({ changed: 2, unchanged: 0, left: 0, own: 0 });
    expect(await selectionOf(community, game)).toMatchObject({ void: 2, differing: 0 });
    expect((await theDesk(community)).counts).toMatchObject({ ready: 2 });
    expect(await community.tip(tip.id)).toMatchObject({
      outcome: 'void',
      options: [{ result: 'void', reason: again.reason, confirmedAt: clock().toISOString() }],
    });
    const isOfTip = eq(audit.subject, `tip:${tip.id}`);
    const notified = await community.api.database
      .select()
      .from(audit)
      .where(isOfTip)
      .orderBy(audit.id);
    expect(notified.slice(2)).toMatchObject([
      {
        action: 'leg.settle',
        actorId: administrator.id,
        before: { result: 'void', version: 2 },
        after: { result: 'void', version },
        reason: again.reason,
      },
    ]);
  });

  test('cannot be confirmed, unlike an equal settlement by the newest result', async () => {
    const community = await aCommunity();
    const { game, tips } = await aPlayedGame(community, [{}, { by: community.other }]);
    const [early, late] = tips;
    const decides = async (tip: { id: string }, reason?: string) =>
      edits(community, tip, [{ fixtureId: game.id, result: 'won', reason }]);
    await decides(early);
    await setsResult(community, game, { ...played, fullTime: [0, 1] });
    await decides(late, 'The protest was upheld.');

    const { counts } = await theDesk(community);
    const answer = await confirms(community, [early.id, late.id]);

    expect(answer.body).toMatchObject({
      confirmed: [late.id],
      left: [{ id: early.id, code: 'decided-otherwise' }],
    });
    expect(counts).toMatchObject({ ready: 1 });
  });

  test('remains with one audit entry if the request is repeated', async () => {
    const community = await aCommunity();
    const { secondAdministrator: second, tip: shown } = community;
    const { game, tip } = await outdated(community);
    const headers = aKey();
    await settles(community, game, [again], { version, headers });
    const kept = await shown(tip.id);

    const repeated = await settles(community, game, [again], { version, headers });
    const anew = await settles(community, game, [again], { version });
    const { token } = second;
    const others = await settles(community, game, [closed], { version, token });

    expect(tallyIn(repeated)).toMatchObject({ changed: 2 });
    for (const answer of [anew, others]) {
      expect(tallyIn(answer)).toEqual({ changed: 0, unchanged: 2, left: 0, own: 0 });
    }
    expect(await shown(tip.id)).toEqual(kept);
  });

  test('gets its own reason back when keeping it is undone', async () => {
    const community = await aCommunity();
    const { administrator, api, clock } = community;
    const { game, tip } = await outdated(community);
    const before = await community.tip(tip.id);
    await settles(community, game, [again], { version });
    clock.passes(minute);

    const answer = await settles(community, game, [{ oddName, result: 'pending' }], { version });

    expect(tallyIn(answer)).toMatchObject({ changed: 2 });
    expect((await community.tip(tip.id)).options).toEqual(before.options);
    const [leg] = await api.database.select().from(legs).where(eq(legs.tipId, tip.id));
    expect(leg).toMatchObject({ decidedBy: administrator.id, decidedVersion: 2 });
    expect(await selectionOf(community, game)).toMatchObject({ void: 2, differing: 2 });
  });

  test('cannot remain if only void is possible now', async () => {
    const community = await aCommunity();
    const { game } = await aPlayedGame(community, [{}]);
    await settles(community, game, [{ oddName, result: 'won' }]);
    await setsResult(community, game, { status: 'cancelled' });

    const won = { oddName, result: 'won', reason: 'It was played.' } as const;
    const answer = await settles(community, game, [won], { version });

    expect(problemOf(answer)).toBe('409 too-early-to-decide');
  });
});
