import { describe, expect, test } from 'vitest';
import { operations } from '#server/db/schema.ts';
import { createId } from '#sync/ids.ts';
import { beginTimeOut } from '#sync/stored-time-out.ts';
import { pingBackend } from '#sync/backend/ping.ts';
import { refreshCollection } from '#sync/refresh/collections.ts';
import { aDevice, databases } from '../../testing/engine/a-device.ts';
import type { Member } from '../../testing/people/members.ts';
import { aCommunity, type Game } from '../../testing/tips/tips.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';

/** A listening server, and phones of its members. */
async function aGround() {
  const community = await aCommunity();
  await community.api.app.listen({ port: 0, host: '127.0.0.1' });
  const url = community.api.app.listeningOrigin;
  const phoneOf = (member: Member) => aDevice({ url, owner: member.id, token: () => member.token });
  return { ...community, phoneOf };
}

function slipOn({ id, game, kickOff }: Game, odd = 0) {
  return {
    id: createId(),
    tipsterName: 'Ada Obi',
    options: [
      {
        fixtureId: id,
        game,
        group: '1X2',
        oddName: '1X2 - 1',
        odd,
        startDateOfGame: kickOff.toISOString(),
      },
    ],
    stake: 2,
    analysis: 'Home form',
    ifStarted: 'refuse' as const,
  };
}

async function everythingPublic({ api }: ReturnType<typeof aDevice>) {
  const { publicStore } = databases();
  const parts = { api, publicStore, backend: touchlineBackend, now: () => 0 };
  const answers = [];
  for (const what of ['fixtures', 'fixtures', 'stats', 'tipsters', 'feed'] as const) {
    answers.push(await refreshCollection(parts, { what }));
  }
  return { store: publicStore, answers };
}

describe('a phone and the server', () => {
  test('recognise each other', async () => {
    const { phoneOf, tipster } = await aGround();

    expect(await pingBackend(phoneOf(tipster).api, undefined)).toEqual({
      kind: 'answered',
      backend: touchlineBackend,
    });
  });

  test('agree on thirty tips that were posted and booked offline and sent in batches', async () => {
    const { api, phoneOf, tipster, aGame } = await aGround();
    const phone = phoneOf(tipster);
    const slips = await Promise.all(Array.from({ length: 30 }, async () => slipOn(await aGame())));
    for (const slip of slips) {
      await phone.queues('tip.post', slip);
      await phone.queues('tip.book', { tipId: slip.id });
    }
    await phone.queues('tip.book', { tipId: createId() });
    const asked: string[] = [];
    api.app.server.on('request', ({ url = '' }) => asked.push(url));

    await phone.drains();
    await phone.pulls();

    expect(await phone.outbox()).toMatchObject([{ state: 'rejected', problem: { status: 404 } }]);
    const seen = await phone.sees();
    expect(seen).toHaveLength(slips.length);
    expect(seen.every(({ IsBooked }) => IsBooked)).toBe(true);
    const kept = await api.database.select().from(operations);
    expect(kept).toHaveLength(2 * slips.length + 1);
    expect(asked.filter((url) => url === '/api/ops').length).toBeGreaterThan(1);
    expect(asked.length, 'far fewer requests than operations').toBeLessThan(slips.length);
  });

  test('agree on profile and follows', async () => {
    const { phoneOf, tipster, other } = await aGround();
    const phone = phoneOf(tipster);
    const { id, email } = tipster;
    const name = { firstName: 'Ngozi', lastName: 'Obi', country: 'NG' };
    const place = { phoneNumber: '+2348012345678', state: 'Lagos', address: '2 Marina' };
    await phone.queues('profile.save', { id, email, ...name, ...place, showPhone: true });
    await phone.queues('follow.set', { tipsterId: other.id, following: true });

    await phone.drains();
    await phone.pulls();

    expect(await phone.outbox()).toEqual([]);
    expect(await phone.store.documents.get('profile')).toMatchObject({ value: name });
    expect(await phone.store.follows.toArray()).toEqual([{ tipsterId: other.id, following: true }]);
  });

  test('agree on a ticket that was priced, settled and confirmed in sequence', async () => {
    const { phoneOf, administrator, aTip, aGame, clock } = await aGround();
    const game = await aGame();
    const tip = await aTip({ games: [game] });
    const phone = phoneOf(administrator);
    await phone.refreshes({ what: 'admin-tips' });
    clock.passes(4 * 60 * 60 * 1000);
    const about = { tipId: tip.id, legs: tip.options };
    const leg = { fixtureId: game.id, game: game.game };
    const seen = { baseVersion: tip.version };
    await phone.queues(
      'odds.set',
      { ...about, changes: [{ ...leg, odd: 3, reason: 'Late' }] },
      seen,
    );
    await phone.queues('leg.settle', { ...about, change: { ...leg, result: 'won' } }, seen);
    await phone.queues('tip.confirm', { tipId: tip.id }, seen);

    await phone.drains();
    await phone.refreshes({ what: 'admin-tips' });

    expect(await phone.outbox()).toEqual([]);
    expect(await phone.store.adminTips.get(tip.id)).toMatchObject({
      totalOdds: 3,
      outcome: 'won',
      IsGameSuccessful: true,
    });
  });

  test('agree on a ticket that was confirmed in the version before its own settlement', async () => {
    const { phoneOf, administrator, aTip, aGame, clock } = await aGround();
    const game = await aGame({ prices: [2, 3, 4] });
    const tip = await aTip({ games: [game] });
    const phone = phoneOf(administrator);
    clock.passes(4 * 60 * 60 * 1000);
    const leg = { fixtureId: game.id, game: game.game };
    const shown = { baseVersion: tip.version };
    const settled = {
      tipId: tip.id,
      legs: tip.options,
      change: { ...leg, result: 'won' as const },
    };
    await phone.queues('leg.settle', settled, shown);
    await phone.drains();
    await phone.refreshes({ what: 'admin-tips' });

    await phone.queues('tip.confirm', { tipId: tip.id }, shown);
    await phone.drains();
    await phone.refreshes({ what: 'admin-tips' });

    expect(await phone.outbox()).toEqual([]);
    expect(await phone.store.adminTips.get(tip.id)).toMatchObject({ IsGameSuccessful: true });
  });

  test('agree on refusals and their reasons', async () => {
    const { phoneOf, tipster, aGame, clock } = await aGround();
    const phone = phoneOf(tipster);
    const game = await aGame();
    const slip = slipOn(game);
    await phone.queues('tip.post', slip);
    clock.passes(4 * 60 * 60 * 1000);

    await phone.drains();

    expect(await phone.sees()).toMatchObject([
      {
        id: slip.id,
        device: {
          state: 'needs-you',
          problem: { code: 'fixture-started', started: [{ fixtureId: game.id, game: game.game }] },
        },
      },
    ]);
  });

  test('agree that another person has changed a ticket meanwhile', async () => {
    const { phoneOf, tipster, aTip } = await aGround();
    const tip = await aTip();
    const phone = phoneOf(tipster);
    await phone.queues('tip.book', { tipId: tip.id }, { baseVersion: tip.version + 1 });

    await phone.drains();

    expect(await phone.outbox()).toMatchObject([
      { state: 'conflict', problem: { code: 'stale-version', tip } },
    ]);
  });

  test('agree on the operations that a time-out accepts, also if it arrives first', async () => {
    const { phoneOf, tipster, aGame, clock } = await aGround();
    const phone = phoneOf(tipster);
    const { seq, ...saved } = await phone.queues('tip.post', slipOn(await aGame()));
    const timeOut = { length: '24h', since: clock().toISOString() } as const;
    await beginTimeOut({ id: tipster.id, store: phone.store }, timeOut, {
      backend: touchlineBackend,
    });
    await phone.store.operations.delete(seq);
    await phone.drains();
    // Stores the operation again, as after a delayed response.
    await phone.store.operations.add(saved);
    await phone.queues('tip.post', slipOn(await aGame()));

    await phone.drains();
    await phone.pulls();

    expect(phone.outcomes).toEqual(['time-out.take acked', 'tip.post acked', 'tip.post rejected']);
    expect(await phone.outbox()).toMatchObject([{ problem: { code: 'in-time-out' } }]);
  });

  test('agree on all public data', async () => {
    const { phoneOf, tipster, aTip } = await aGround();
    await aTip();

    const { store, answers } = await everythingPublic(phoneOf(tipster));

    expect(answers).toEqual(['fresh', 'unchanged', 'fresh', 'fresh', 'fresh']);
    expect(await store.tips.count()).toBe(1);
    expect(await store.fixtures.count()).toBe(1);
    expect(await store.tipsters.count()).toBeGreaterThan(0);
  });
});
