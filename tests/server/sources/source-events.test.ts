import { describe, expect, test } from 'vitest';

import { minute } from '../../testing/clock/clock.ts';
import { aSourceOfOdds, shown, stored } from '../../testing/outside/odds-source.ts';
import { v4Game } from '../../testing/outside/sources.ts';

describe('a game that an odds source lists twice', () => {
  test('a day apart is one fixture, the earlier one, and is logged', async () => {
    const { community, source, asks, inHours } = await aSourceOfOdds((inHours) => [
      v4Game({ id: 'second', home: 'Arsenal', away: 'Chelsea', kickOff: inHours(51) }),
      v4Game({ id: 'first', home: 'Arsenal', away: 'Chelsea', kickOff: inHours(27) }),
    ]);
    const kickOff = inHours(27).toISOString();

    await asks();
    community.clock.passes(10 * minute);
    await asks();

    expect(await shown(community)).toMatchObject([{ kickOff }]);
    expect(source.lines.map(({ about }) => about)).toContainEqual(
      expect.objectContaining({ repeated: ['Arsenal Vs Chelsea'] }),
    );
  });

  test('keeps the event that was imported before, in any order', async () => {
    const reported = { twins: false };
    const { community, asks, inHours } = await aSourceOfOdds((inHours) => {
      const known = v4Game({ id: 'a', home: 'Arsenal', away: 'Chelsea', kickOff: inHours(51) });
      const twin = v4Game({ id: 'b', home: 'Arsenal', away: 'Chelsea', kickOff: inHours(27) });
      return reported.twins ? [twin, known] : [known];
    });
    const kickOff = inHours(51).toISOString();
    await asks();
    reported.twins = true;
    community.clock.passes(10 * minute);

    await asks();

    expect(await shown(community)).toMatchObject([{ kickOff }]);
  });
});

describe('two home games of one club against the same club', () => {
  const first = (kickOff: Date) =>
    v4Game({ id: 'e1', home: 'Arsenal', away: 'Chelsea', kickOff, h2h: [[1.5, 4, 6]] });
  const second = (kickOff: Date) =>
    v4Game({ id: 'e2', home: 'Arsenal', away: 'Chelsea', kickOff, h2h: [[2.5, 3, 3]] });

  test('keep their fixtures if the first moves close to the second', async () => {
    const reported = { isPutOff: false };
    const { community, asks } = await aSourceOfOdds((inHours) => [
      first(inHours(reported.isPutOff ? 430 : 48)),
      second(inHours(400)),
    ]);
    await asks();
    const before = await shown(community);
    reported.isPutOff = true;
    community.clock.passes(10 * minute);

    await asks();

    expect(before).toHaveLength(2);
    const [one, two] = before;
    expect(await stored(community, one?.id ?? '')).toMatchObject({ status: 'postponed' });
    expect(await stored(community, two?.id ?? '')).toMatchObject({
      status: 'scheduled',
      kickOff: new Date(two?.kickOff ?? ''),
      priceHome: '2.50',
    });
    expect(await shown(community)).toHaveLength(3);
  });

  test('keep the second as another game while the first is not listed', async () => {
    const reported = { games: (inHours: (hours: number) => Date) => [first(inHours(48))] };
    const { community, asks } = await aSourceOfOdds((inHours) => reported.games(inHours));
    await asks();
    reported.games = (inHours) => [second(inHours(400))];
    community.clock.passes(10 * minute);

    await asks();

    expect(await shown(community)).toMatchObject([
      { status: 'scheduled', prices: { home: 1.5 } },
      { status: 'scheduled', prices: { home: 2.5 } },
    ]);
  });
});
