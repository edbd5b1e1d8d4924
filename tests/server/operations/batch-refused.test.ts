import { describe, expect, test } from 'vitest';

import { batchLimit } from '#contract/limits.ts';
import { bettingOptions, oddNameOf } from '#domain/catalogue.ts';
import { operations, tips } from '#server/db/schema.ts';

import {
  aBooking,
  aFollow,
  answersTo,
  aPost,
  codesOf,
  sends,
} from '../../testing/tips/operations.ts';
import { aCommunity, type Game, problemOf } from '../../testing/tips/tips.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('an invalid batch', () => {
  test.each([
    { what: 'a batch inside the batch', item: { method: 'POST', path: '/api/ops', body: [] } },
    { what: 'a read request', item: { method: 'GET', path: '/api/tips' } },
    { what: 'a login', item: { method: 'POST', path: '/api/auth', body: {} } },
    { what: 'a logout', item: { method: 'POST', path: '/api/auth/logout' } },
    { what: 'a registration', item: { method: 'POST', path: '/api/users', body: {} } },
    { what: 'a picture', item: { method: 'PUT', path: '/api/users', body: {} } },
    {
      what: 'the right path with a wrong method',
      item: { method: 'POST', path: `/api/tips/${id}` },
    },
    { what: 'an unknown route', item: { method: 'PUT', path: '/api/nothing' } },
    {
      what: 'an absolute address',
      item: { method: 'PUT', path: `https://x.org/api/tips/${id}` },
    },
    { what: 'a path with ".."', item: { method: 'DELETE', path: `/api/tips/../tips/${id}` } },
    { what: 'a hidden slash', item: { method: 'DELETE', path: `/api/tips%2F${id}` } },
    { what: 'a double slash', item: { method: 'DELETE', path: `//api/tips/${id}` } },
    { what: 'no path', item: { method: 'DELETE' } },
    { what: 'no method', item: { path: `/api/tips/${id}` } },
    { what: 'a key of two words', item: { ...aBooking(id), id: 'two words' } },
    { what: 'no key', item: { ...aBooking(id), id: undefined } },
    { what: 'an invalid version', item: { ...aBooking(id), ifMatch: '1' } },
    { what: 'a subject without a name', item: { ...aBooking(id), subjects: [''] } },
    { what: 'a subject that is too long', item: { ...aBooking(id), subjects: ['x'.repeat(101)] } },
    { what: 'headers of its own', item: { ...aBooking(id), headers: { authorization: 'x' } } },
    { what: 'nothing at all', item: null },
  ])('with $what is refused as a whole', async ({ item }) => {
    const community = await aCommunity();
    const [good, next] = [aPost([await community.aGame()]), aFollow(community.other)];

    const answer = await sends(community, [good, item && { id: 'k', ...item }, next]);

    expect(problemOf(answer)).toBe('400 invalid-input');
    expect(Object.keys(Object(answer.body).errors)[0]).toMatch(/^1\b/);
    expect(await community.api.database.$count(tips)).toBe(0);
    expect(await community.api.database.$count(operations)).toBe(0);
  });

  test.each([
    { what: 'none', count: 0 },
    { what: 'one too many', count: batchLimit + 1 },
  ])('of a wrong size is refused as a whole: $what', async ({ count }) => {
    const community = await aCommunity();
    const post = aPost([await community.aGame()]);
    const batch = [post, ...Array.from({ length: count }, () => aFollow(community.other))];

    const answer = await sends(community, batch.slice(0, count));

    expect(problemOf(answer)).toBe('400 invalid-input');
    expect(await community.api.database.$count(tips)).toBe(0);
  });

  test('with a key twice is refused as a whole', async () => {
    const community = await aCommunity();
    const post = aPost([await community.aGame()]);

    const answer = await sends(community, [post, aFollow(community.other), post]);

    expect(answer).toMatchObject({ status: 400, body: { errors: { '2.id': ['duplicate'] } } });
    expect(await community.api.database.$count(tips)).toBe(0);
  });
});

describe('a batch of maximum size', () => {
  test('can contain the longest slips', async () => {
    const community = await aCommunity();
    const games: Game[] = [];
    while (games.length < 30) games.push(await community.aGame());
    const maxSlip = (option: (typeof bettingOptions)[number]) => ({
      analysis: '漢'.repeat(1000),
      options: games.map(({ id: fixtureId, game, kickOff }) => ({
        fixtureId,
        game: game.padEnd(200, ' '),
        group: option.oddsGroup,
        oddName: oddNameOf(option),
        odd: 1000,
        startDateOfGame: kickOff.toISOString(),
        status: false,
      })),
    });
    const batch = bettingOptions.slice(0, batchLimit).map((option) => aPost([], maxSlip(option)));
    expect(batch).toHaveLength(batchLimit);

    const answers = await answersTo(community, batch);

    expect(new Set(codesOf(answers))).toEqual(new Set(['201']));
  });

  test('is refused when it is larger', async () => {
    const community = await aCommunity();
    const filler = { id: 'k', method: 'POST', path: '/api/tips', body: 'x'.repeat(1_400_000) };

    expect(problemOf(await sends(community, [filler]))).toBe('413 too-large');
  });

  test('cannot contain an operation that would be too large alone', async () => {
    const community = await aCommunity();
    const large = { ...aPost([]), body: { analysis: 'x'.repeat(70_000) } };

    const answers = await answersTo(community, [large, aPost([await community.aGame()])]);

    expect(codesOf(answers)).toEqual(['413 too-large', '201']);
  });
});
