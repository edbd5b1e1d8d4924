import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { optionNamed } from '#domain/catalogue.ts';
import { setRole } from '#server/admin-command.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { transaction } from '#server/db/database.ts';
import { audit, fixtures, members, tips } from '#server/db/schema.ts';

import type { Api } from '../../testing/server/api.ts';
import { day, hour } from '../../testing/clock/clock.ts';
import {
  aWrongGame,
  corrected,
  corrects,
  later,
  lost,
  oddName,
  oddsId,
  reason,
  recordIn,
} from '../../testing/tips/corrections.ts';
import {
  confirms,
  onDesk,
  recordsAreRight,
  setsResult,
  settles,
  staleIn,
  tallyIn,
  theDesk,
} from '../../testing/tips/desk.ts';
import { goodPassword, type Member } from '../../testing/people/members.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';
import { aCommunity, aKey } from '../../testing/tips/tips.ts';

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

  /** A proposal by one administrator four days later, and the token of the other one. */
  async function aProposal() {
    const first = await aCommunity();
    const { game } = await aWrongGame(first, 3);
    first.clock.passes(4 * day);
    const community = await later(first);
    const { secondAdministrator: proposer, administrator } = community;
    await corrects(community, game, {}, { token: proposer.token });
    community.clock.passes(day / 2);
    const proposed = async () => (await onDesk(community, game)).proposed ?? [];
    return { community, game, proposer, token: administrator.token, proposed };
  }

  test.each([
    ['which would change tickets', 'void'],
    ['which every ticket has already', 'won'],
  ])('another result, %s, is shown the proposal and leaves it', async (_, result) => {
    const { community, game, token, proposed } = await aProposal();
    const before = await proposed();

    const answer = await corrects(community, game, { results: [{ oddsId, result }] }, { token });

    expect(staleIn(answer)).toMatchObject({ by: 'Dayo Obi', fixture: { proposed: before } });
    expect(before).toMatchObject([{ results: lost, by: { name: 'Dayo Obi' } }]);
    expect(staleIn(answer).at).toBe(before[0]?.at);
    expect(await proposed()).toEqual(before);
  });

  test('another result replaces the proposal for whoever has seen it', async () => {
    const { community, game, token, proposed } = await aProposal();

    const results = [{ oddsId, result: 'void', over: true }];
    const answer = await corrects(community, game, { results }, { token });

    expect(tallyIn(answer)).toMatchObject({ changed: 0, left: 3 });
    expect(await proposed()).toMatchObject([
      { by: { name: 'Chi Obi' }, results: [{ oddsId, result: 'void' }] },
    ]);
  });

  test('what every ticket has already leaves a proposal of something else, even over it', async () => {
    const { community, game, token, proposed } = await aProposal();

    const results = [{ oddsId, result: 'won', over: true }];
    const answer = await corrects(community, game, { results }, { token });

    expect(tallyIn(answer)).toEqual({ changed: 0, unchanged: 3, left: 0, own: 0 });
    expect(await proposed()).toMatchObject([{ results: lost }]);
  });

  test('a proposal of somebody who is no administrator any more is none', async () => {
    const { community, game, proposer, token, proposed } = await aProposal();
    const { api } = community;
    await api.database.update(members).set({ role: 'member' }).where(eq(members.id, proposer.id));

    expect((await onDesk(community, game)).proposed).toBeUndefined();
    const results = [{ oddsId, result: 'void' }];
    const other = await corrects(community, game, { results }, { token });
    expect(tallyIn(other), 'nobody else wants anything').toMatchObject({ changed: 0, left: 3 });
    const answer = await corrects(community, game, {}, { token });

    expect(tallyIn(answer)).toMatchObject({ changed: 0, left: 3 });
    expect(await corrected(community)).toEqual([]);
    expect(await proposed(), 'for a second one').toMatchObject([{ by: { name: 'Chi Obi' } }]);
  });

  test.each<[string, (proposer: Member, api: Api) => Promise<unknown>]>([
    [
      'were administrators no more for a while',
      async ({ email }, { database, clock }) => {
        await setRole(database, email, 'member', clock());
        await setRole(database, email, 'administrator', clock());
      },
    ],
    [
      'deleted their account',
      async ({ id, token }, api) => {
        const passwordHash = await hashPassword(goodPassword);
        await api.database.update(members).set({ passwordHash }).where(eq(members.id, id));
        const body = { password: goodPassword };
        expect(await api.delete('/api/users/me', { token, body })).toMatchObject({ status: 200 });
      },
    ],
  ])('proposals are withdrawn whose authors %s', async (_, ends) => {
    const { community, game, proposer, token, proposed } = await aProposal();
    const { api } = community;
    await ends(proposer, api);

    const answer = await corrects(community, game, {}, { token });

    expect(tallyIn(answer)).toMatchObject({ changed: 0, left: 3 });
    expect(await proposed(), 'for a second one').toMatchObject([{ by: { name: 'Chi Obi' } }]);
    const isWithdrawn = eq(audit.action, 'correction.withdraw');
    expect(await api.database.select().from(audit).where(isWithdrawn)).toMatchObject([
      { subject: `fixture:${game.id}`, before: { version: 3, results: lost } },
    ]);
  });

  test('what was taken back while another administrator waited for the game is carried out no more', async () => {
    const { community, game, proposer, token, proposed } = await aProposal();
    const { api } = community;
    const { withdrawal, correction } = await transaction(api.database, async (tx) => {
      const isGame = eq(fixtures.id, game.id);
      await tx.select().from(fixtures).where(isGame).for('update');
      const withdrawal = corrects(community, game, { results: [] }, { token: proposer.token });
      await expect.poll(async () => somebodyWaits(api), { timeout: 20_000 }).toBe(true);
      const correction = corrects(community, game, {}, { token });
      await expect.poll(async () => somebodyWaits(api, 2), { timeout: 20_000 }).toBe(true);
      return { withdrawal, correction };
    });

    expect(tallyIn(await withdrawal)).toMatchObject({ changed: 1 });
    expect(tallyIn(await correction)).toMatchObject({ changed: 0, left: 3 });
    expect(await corrected(community)).toEqual([]);
    expect(await proposed(), 'for a second one').toMatchObject([{ by: { name: 'Chi Obi' } }]);
  });

  test('what was proposed by an earlier result is taken back under its version', async () => {
    const { community, game, proposer, token } = await aProposal();
    await setsResult(community, game, { status: 'played', fullTime: [0, 1] }, { token });

    await corrects(community, game, { version: 4, results: [] }, { token: proposer.token });

    const entries = await community.api.database.select().from(audit).orderBy(audit.id);
    expect(entries.filter(({ action }) => action === 'correction.withdraw')).toMatchObject([
      { actorId: proposer.id, before: { version: 3, results: lost } },
    ]);
  });
});

describe('of several options, later than 72 hours after the confirmation', () => {
  const over = 'O/U 2.5 - Over';
  const overLost = [{ oddsId: optionNamed(over)?.oddsId ?? 0, result: 'lost' }];

  /**
   * A ticket on each of two options, both confirmed as won; one of them four days later, if
   * requested.
   */
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
