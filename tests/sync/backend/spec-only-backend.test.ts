import { describe, expect, test } from 'vitest';
import { login } from '#contract/account/accounts.ts';
import { createApi } from '#sync/backend/api.ts';
import { LoginAnswer } from '#sync/backend/backend.ts';

import { aSpecOnlyBackend } from '../../testing/server/spec-only-backend.ts';
import { soon } from '../../testing/engine/a-page.ts';
import { aPageOf, aSlip, json } from '../../testing/engine/spec-only-page.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const profile = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'GB',
  phoneNumber: '+44',
  state: 'London',
  address: '12 St James’s Square',
};

describe('a page on a spec-only backend', () => {
  test('sends only calls of the spec once it knows the kind of backend', async () => {
    await using backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());

    page.engine.start();
    await soon(() => expect(page.engine.backend.get()).toBe(specBackend));
    await page.does('tip.post', aSlip());
    page.engine.sendPending();
    await soon(async () => expect(await page.states()).toEqual([]));
    await page.engine.refresh('tipsters');
    await page.engine.refresh('fixtures');
    await page.engine.refresh('admin-tips');

    expect([...new Set(backend.strangeCalls())]).toEqual(['GET /api/ping']);
    expect(backend.strangeHeaders()).toEqual([]);
    expect(page.engine.reachability.get()).toBe('online');
  });

  test('stays online if such a backend lacks a route', async () => {
    await using backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());
    page.engine.start();
    await soon(() => expect(page.engine.backend.get()).toBe(specBackend));

    expect(await page.engine.refresh('stats')).toBe('failed');
    expect(await page.engine.refresh('feed')).toBe('failed');
    expect(page.engine.reachability.get()).toBe('online');
  });

  test('converts tipsters, tickets and games from their own format', async () => {
    await using backend = await aSpecOnlyBackend();
    const login = backend.joins();
    const { account: reader } = backend.joins({ isTipster: 0 });
    await using page = aPageOf(backend, login);
    await page.does('tip.post', aSlip());
    backend.offers({
      sport_key: 'soccer_epl',
      sport_nice: 'EPL',
      teams: ['Chelsea', 'Arsenal'],
      home_team: 'Arsenal',
      commence_time: Date.parse('2026-03-02T15:00:00Z') / 1000,
      sites: [],
    });

    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual([]));
    await page.engine.refresh('tipsters');
    await page.engine.refresh({ what: 'tipster', id: reader._id });
    await page.engine.refresh('fixtures');

    expect(await page.tips()).toMatchObject([
      { id: backend.tips[0]?._id, tipsterId: login.account._id, totalOdds: 2.5, IsBooked: false },
    ]);
    expect(await page.profile()).toMatchObject({ id: login.account._id, isTipster: true });
    expect(await page.publicStore.tipsters.orderBy('id').toArray()).toMatchObject([
      { id: login.account._id, isTipster: true },
      { id: reader._id, isTipster: false },
    ]);
    const document = await page.publicStore.documents.get('tipsters');
    expect(document?.value).toMatchObject({ ids: [login.account._id] });
    expect(await page.publicStore.fixtures.toArray()).toMatchObject([
      { home: 'Arsenal', away: 'Chelsea', kickOff: '2026-03-02T15:00:00.000Z' },
    ]);
  });

  test('replaces whole lists: missing rows are deleted, and unsent operations stay', async () => {
    await using backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());
    await page.does('tip.post', aSlip());
    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual([]));

    backend.tips.length = 0;
    backend.mishaps.push('never arrives');
    const unsent = await page.does('tip.post', aSlip());
    await page.engine.refresh('own');

    expect((await page.tips()).map(({ id }) => id)).toEqual([unsent?.id]);
  });
});

describe('actions of a member there', () => {
  test('succeed: a tip is posted and booked, a tipster followed, a profile saved', async () => {
    await using backend = await aSpecOnlyBackend();
    const { account: tipster } = backend.joins();
    const login = backend.joins({ isTipster: 0 });
    await using page = aPageOf(backend, login);
    const slip = aSlip();
    await page.does('tip.post', slip);
    await page.does('tip.book', { tipId: slip.id });
    await page.does('follow.set', { tipsterId: tipster._id, following: true });
    const { _id: id, email } = login.account;
    await page.does('profile.save', { ...profile, id, email, showPhone: true });

    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual([]));

    const [tip] = backend.tips;
    expect(tip).toMatchObject({ IsBooked: true, options: [{ oddName: '1X2 - 1', odd: 2.5 }] });
    expect(backend.follows(login.account, tipster)).toBe(true);
    expect(login.account).toMatchObject({ lastName: 'Lovelace', isTipster: 1 });
    expect(backend.effects).toHaveLength(4);
    expect(await page.tips()).toMatchObject([{ id: tip?._id, IsBooked: true }]);
    expect(await page.follows()).toMatchObject([{ tipsterId: tipster._id, following: true }]);
    expect(await page.profile()).toMatchObject({ lastName: 'Lovelace', isTipster: true });
    expect(page.outcomes.map(({ operation }) => `${operation.kind} ${operation.state}`)).toEqual(
      expect.arrayContaining([
        'tip.post acked',
        'tip.book acked',
        'follow.set acked',
        'profile.save acked',
      ]),
    );
  });

  test('succeed with a picture, which is sent as a form', async () => {
    await using backend = await aSpecOnlyBackend();
    const login = backend.joins();
    await using page = aPageOf(backend, login);
    const { _id: id, email } = login.account;
    const bytes = new Uint8Array([137, 80, 78, 71]);
    await page.does('picture.set', { ...profile, id, email, bytes, type: 'image/png' });

    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual([]));

    expect(backend.effects).toEqual([`picture ${id}`]);
    expect(backend.strangeHeaders()).toEqual([]);
    expect(await page.profile()).toMatchObject({ picture: `/files/${id}.jpg` });
  });

  test('succeed for administrators: odds, results and the confirmation of a ticket', async () => {
    await using backend = await aSpecOnlyBackend();
    const administrator = backend.joins();
    const tipster = backend.joins();
    await using phone = aPageOf(backend, tipster);
    await phone.does('tip.post', { ...aSlip(), options: [leg('A Vs B'), leg('C Vs D')] });
    phone.engine.start();
    await soon(() => expect(backend.tips).toHaveLength(1));
    await using desk = aPageOf(backend, administrator);
    desk.engine.start();
    await soon(() => expect(desk.engine.backend.get()).toBe(specBackend));

    await desk.engine.refresh('admin-tips');
    const [tip] = await desk.store.adminTips.toArray();
    const { id: tipId = '', options: legs = [] } = tip ?? {};
    const [one, two] = legs.map(({ fixtureId, game }) => ({ fixtureId, game }));
    if (!one || !two) throw new Error('The ticket holds both games.');
    await desk.does('odds.set', { tipId, legs, changes: [{ ...two, odd: 4 }] });
    desk.engine.sendPending();
    await soon(async () => expect(await desk.states()).toEqual([]));
    for (const named of [one, two]) {
      const [seen] = await desk.store.adminTips.toArray();
      const change = { ...named, result: 'won' as const };
      await desk.does('leg.settle', { tipId, legs: seen?.options ?? [], change });
      desk.engine.sendPending();
      await soon(async () => expect(await desk.states()).toEqual([]));
    }
    await desk.does('tip.confirm', { tipId });
    desk.engine.sendPending();
    await soon(async () => expect(await desk.states()).toEqual([]));

    expect(backend.tips).toMatchObject([
      {
        IsGameSuccessful: true,
        options: [
          { odd: 2.5, status: true },
          { odd: 4, status: true },
        ],
      },
    ]);
    expect(await desk.store.adminTips.toArray()).toMatchObject([
      { id: tipId, IsGameSuccessful: true, outcome: 'won', totalGamesWon: 2 },
    ]);
  });
});

describe('a tip that such a backend gives its own id', () => {
  test('is booked under that id, too, if the booking follows the response', async () => {
    await using backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());
    const slip = aSlip();
    await page.does('tip.post', slip);
    backend.cutsListsOff();
    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual(['acked']));

    await page.does('tip.book', { tipId: slip.id });
    page.engine.sendPending();

    await soon(() => expect(backend.tips).toMatchObject([{ IsBooked: true }]));
  });

  test('is never booked under an id that the response does not contain', async () => {
    await using backend = await aSpecOnlyBackend();
    backend.namesCreationsAs(() => json({ message: 'Created' }));
    await using page = aPageOf(backend, backend.joins());
    const slip = aSlip();
    await page.does('tip.post', slip);
    await page.does('tip.book', { tipId: slip.id });

    page.engine.start();
    const undecided = [{ kind: 'tip.book', blockedBy: 'person' }];
    await page.advanceUntil(async () => expect(await page.outbox()).toMatchObject(undecided));
    await page.engine.refresh('own');

    expect(backend.changesSent().map(({ method }) => method)).toEqual(['POST']);
    expect(await page.outbox()).toMatchObject(undecided);
  });
});

describe('a login there', () => {
  test('accepts ids of any kind, and shows a refusal in the server’s words', async () => {
    await using backend = await aSpecOnlyBackend();
    const { account, token } = backend.joins();
    const api = createApi({ baseUrl: backend.url, origin: backend.url, fetch, token: () => '' });
    const { email, password } = account;

    const session = await api.callWithSchema(login, LoginAnswer, { body: { email, password } });
    const refused = await api.callWithSchema(login, LoginAnswer, {
      body: { email, password: 'wrong' },
    });

    expect(session).toMatchObject({ reply: { access_token: token, userId: account._id } });
    expect(refused).toMatchObject({
      kind: 'refused',
      problem: { message: 'Username or password is incorrect' },
    });
  });

  test.each([
    { answer: { access_token: 'a.b.c', userId: 7 } },
    { answer: { access_token: 'a.b.c', userId: '7' } },
    { answer: { access_token: 'a.b.c', userId: '7', expiresIn: 3600 } },
    { answer: { data: { access_token: 'a.b.c', userId: 7 } } },
  ])('may get $answer as response', ({ answer }) => {
    expect(LoginAnswer.parse(answer)).toMatchObject({ access_token: 'a.b.c', userId: '7' });
  });
});

function leg(game: string) {
  const [slip] = aSlip().options;
  if (!slip) throw new Error('A slip holds a game.');
  return { ...slip, fixtureId: game, game };
}
