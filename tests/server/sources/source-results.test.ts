import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, fixtures, leagues, legs, tips } from '#server/db/schema.ts';
import { confirmTipsByRule } from '#server/desk/rule-confirmation.ts';
import type { Source } from '#server/sources/source.ts';

import type { Reply } from '../../testing/server/an-http-server.ts';
import { hour, minute } from '../../testing/clock/clock.ts';
import { onDesk, setsResult, theDesk } from '../../testing/tips/desk.ts';
import { aSource, sourceKey } from '../../testing/outside/sources.ts';
import { aCommunity, type Community, type Game } from '../../testing/tips/tips.ts';

type Scores = { home: string; away: string; kickOff: Date; score?: [string, string] };

/** A game of the odds service; it is finished if it has a score. */
function scoreOf({ home, away, kickOff, score }: Scores) {
  return {
    id: 'x',
    sport_key: 'soccer_epl',
    completed: score !== undefined,
    commence_time: kickOff.toISOString(),
    home_team: home,
    away_team: away,
    scores: score
      ? [
          { name: away, score: score[1] },
          { name: home, score: score[0] },
        ]
      : null,
  };
}

/** Runs the job once with a source that gives these responses; returns the source's requests. */
async function runJob(community: Community, answer: () => Reply, form: Source['api'] = 'v4') {
  const source = await aSource(form, answer);
  await source.takeResults(community.services);
  return { ...source, paths: source.paths(), warnings: source.warnings() };
}

async function aGameThatIsOver(score?: [string, string]) {
  const community = await aCommunity();
  const game = await community.aGame();
  const tip = await community.aTip({ games: [game] });
  const kickOff = new Date(community.clock().getTime() + 2 * hour);
  community.clock.passes(4.5 * hour);
  const { home, away } = await onDesk(community, game);
  const scores = [scoreOf({ home, away, kickOff, ...(score && { score }) })];
  return { community, game, tip, scores };
}

async function traces({ api }: Community, id: string) {
  return api.database
    .select()
    .from(audit)
    .where(and(eq(audit.action, 'fixture.result'), eq(audit.subject, `fixture:${id}`)));
}

describe('results of an odds service', () => {
  test('are set if nobody has entered them, with their source, and reach owners of tips', async () => {
    const { community, game, tip, scores } = await aGameThatIsOver(['2', '1']);
    const { api, tipster } = community;
    const before = await api.get('/api/sync', { token: tipster.token });

    const { paths, host } = await runJob(community, () => ({ status: 200, body: scores }));

    expect(paths).toEqual(['/v4/sports', '/v4/sports/soccer_epl/scores']);
    expect(await onDesk(community, game)).toMatchObject({
      status: 'played',
      score: { fullTime: [2, 1] },
      source: host,
      version: 2,
      selections: [{ proposal: { result: 'won' } }],
    });
    expect(await traces(community, game.id)).toMatchObject([
      {
        actorId: null,
        reason: `Odds source ${host}`,
        after: { status: 'played', fullTimeHome: 2 },
      },
    ]);
    const since = Object(before.body).cursor;
    const pulled = await api.get(`/api/sync?since=${since}`, { token: tipster.token });
    expect(pulled.body).toMatchObject({ tips: [{ id: tip.id }] });
  });

  test('are set once by repeated and concurrent imports', async () => {
    const { community, game, scores } = await aGameThatIsOver(['0', '0']);
    const answer = () => ({ status: 200, body: scores });

    await Promise.all([runJob(community, answer), runJob(community, answer)]);
    await runJob(community, answer);

    expect(await traces(community, game.id)).toHaveLength(1);
    expect((await onDesk(community, game)).score).toEqual({ halfTime: [0, 0], fullTime: [0, 0] });
  });

  test.each([
    { what: 'another result', message: { status: 'played', fullTime: [5, 0] } },
    { what: 'that it is not over', message: { status: 'in-play' } },
  ])('do not change a game for which an administrator entered $what', async ({ message }) => {
    const { community, game, scores } = await aGameThatIsOver(['2', '1']);
    expect((await setsResult(community, game, message)).status).toBe(200);

    const { paths } = await runJob(community, () => ({ status: 200, body: scores }));

    expect(paths, 'which would cost requests').toEqual([]);

    expect(await onDesk(community, game)).toMatchObject({
      status: message.status,
      source: 'test',
    });
  });

  test('do not change a game if an administrator enters a result meanwhile', async () => {
    const { community, game, scores } = await aGameThatIsOver(['2', '1']);
    const source = await aSource('v4', async ({ path }) => {
      if (path.endsWith('/scores')) await setsResult(community, game, { status: 'in-play' });
      return { status: 200, body: path.endsWith('/scores') ? scores : [] };
    });

    await source.takeResults(community.services);

    expect(await onDesk(community, game)).toMatchObject({ status: 'in-play', source: 'test' });
  });

  test('are ignored before the game must have ended', async () => {
    const { community, game, scores } = await aGameThatIsOver(['2', '1']);
    const soFar = scores.map((each) => ({ ...each, completed: false }));

    await runJob(community, () => ({ status: 200, body: soFar }));

    expect(await onDesk(community, game)).toMatchObject({ status: 'scheduled' });
  });

  test.each([
    { what: 'cannot be over yet', after: 3 * hour },
    { what: 'began more than three days ago', after: 75 * hour },
  ])('are not requested for a game that $what', async ({ after }) => {
    const community = await aCommunity();
    await community.aGame();
    community.clock.passes(after);

    expect((await runJob(community, () => ({ status: 200, body: [] }))).paths).toEqual([]);
  });

  test('are ignored if home and away are swapped, and left to an administrator', async () => {
    const { community, game } = await aGameThatIsOver();
    const kickOff = new Date(community.clock().getTime() - 2.5 * hour);
    const swapped = scoreOf({ home: game.away, away: game.home, kickOff, score: ['2', '1'] });

    await runJob(community, () => ({ status: 200, body: [swapped] }));

    expect(await onDesk(community, game)).toMatchObject({ status: 'scheduled' });
  });

  test.each([
    { what: 'a play-off', values: { round: 'Play-offs, Final' } },
    { what: 'a cup', values: { sportKey: 'soccer_uefa_champs_league' } },
  ])(
    'of $what are left to a person, because the score may include extra time',
    async ({ values }) => {
      const { community, game, scores } = await aGameThatIsOver(['2', '1']);
      const { database } = community.api;
      const cup = { key: 'soccer_uefa_champs_league', title: 'Cup', group: '', details: '' };
      await database.insert(leagues).values(cup).onConflictDoNothing();
      await database.update(fixtures).set(values).where(eq(fixtures.id, game.id));

      await runJob(community, () => ({ status: 200, body: scores }));

      expect(await onDesk(community, game)).toMatchObject({ status: 'scheduled' });
    },
  );

  test('are requested while a game has no result', async () => {
    const { community, scores } = await aGameThatIsOver();
    const source = await aSource('v4', ({ path }) => ({
      status: 200,
      body: path.endsWith('/scores') ? scores : [],
    }));
    const { services } = community;

    await source.takeResults(services);
    await source.takeResults(services);
    expect(source.paths()).toHaveLength(2);

    community.clock.passes(5 * minute);
    await source.takeResults(services);
    expect(source.paths()).toHaveLength(3);
  });
});

describe('a result that its source corrects later', () => {
  async function corrected() {
    const { community, game, tip, scores } = await aGameThatIsOver(['0', '0']);
    const answer = { body: scores };
    const source = await runJob(community, () => ({ status: 200, body: answer.body }));
    const [first] = scores;
    const says = async (home: string, away: string) => {
      answer.body = first
        ? [
            scoreOf({
              ...first,
              kickOff: new Date(first.commence_time),
              home: first.home_team,
              away: first.away_team,
              score: [home, away],
            }),
          ]
        : [];
      community.clock.passes(hour);
      await source.takeResults(community.services);
    };
    return { community, game, tip, source, says };
  }

  test('is shown on the desk, logged, and stops the automatic confirmation', async () => {
    const { community, game, tip, source, says } = await corrected();
    const { services, api } = community;
    await api.database.update(legs).set({ odd: '2.00' });

    await says('2', '0');
    community.clock.passes(hour);
    await confirmTipsByRule(services.database, community.clock(), 60);

    expect(await onDesk(community, game)).toMatchObject({
      score: { fullTime: [0, 0] },
      told: { source: source.host, status: 'played', score: { fullTime: [2, 0] } },
    });
    expect((await theDesk(community)).counts).toMatchObject({ toldOtherwise: 1 });
    expect(source.lines).toContainEqual(
      expect.objectContaining({ sentence: 'a source tells another result than stands' }),
    );
    expect((await api.database.select().from(tips).where(eq(tips.id, tip.id)))[0]).toMatchObject({
      confirmedAt: null,
    });
  });

  test('is done once an administrator has entered a result, also an equal one', async () => {
    const { community, game, says } = await corrected();
    await says('2', '0');

    const same = { status: 'played', fullTime: [0, 0], halfTime: [0, 0] };
    await setsResult(community, game, same);
    await says('2', '0');

    expect(await onDesk(community, game)).not.toHaveProperty('told');
  });

  test('is dropped once the source returns to the current result', async () => {
    const { community, game, says } = await corrected();
    await says('2', '0');

    await says('0', '0');

    expect(await onDesk(community, game)).not.toHaveProperty('told');
  });
});

type Match = {
  status?: string;
  duration?: string;
  fullTime?: readonly [number | null, number | null];
  halfTime?: readonly [number | null, number | null] | null;
  regularTime?: readonly [number, number] | null;
  code?: string;
};

/** A recorded game of football-data.org with the test's values. */
function matchOf({ home, away, kickOff }: Game, match: Match = {}) {
  const pair = ([one, two]: readonly [number | null, number | null]) => ({ home: one, away: two });
  const { status = 'FINISHED', duration = 'REGULAR', code = 'PL', regularTime } = match;
  const { fullTime = [2, 1], halfTime = [1, 1] } = match;
  return {
    id: 497_712,
    utcDate: kickOff.toISOString().replace('.000Z', 'Z'),
    status,
    matchday: 28,
    stage: 'REGULAR_SEASON',
    competition: { id: 2021, name: 'Premier League', code, type: 'LEAGUE' },
    homeTeam: { id: 57, name: home, shortName: home, tla: 'HOM' },
    awayTeam: { id: 61, name: away, shortName: away, tla: 'AWA' },
    score: {
      winner: null,
      duration,
      fullTime: pair(fullTime),
      halfTime: halfTime && pair(halfTime),
      ...(regularTime !== undefined && { regularTime: regularTime && pair(regularTime) }),
    },
  };
}

describe('results of football-data.org', () => {
  async function after(match: Match, names: { home?: string; away?: string } = {}) {
    const { community, game } = await aGameThatIsOver();
    const matches = [matchOf({ ...game, ...names }, match)];
    const answer = () => ({ status: 200, body: { resultSet: { count: 1 }, matches } });
    const source = await runJob(community, answer, 'matches');
    return { source, fixture: await onDesk(community, game) };
  }

  test('are requested with the key in a header, and contain half-time scores', async () => {
    const { source, fixture } = await after({});

    expect(fixture).toMatchObject({
      status: 'played',
      score: { halfTime: [1, 1], fullTime: [2, 1] },
      source: source.host,
    });
    expect(source.requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/matches?competitions=PL%2CELC%2CBL1%2CSA%2CPD%2CFL1%2CDED%2CPPL%2CCL' +
        '&dateFrom=2026-03-04&dateTo=2026-03-08',
    ]);
    expect(source.requests[0]?.headers).toMatchObject({ 'x-auth-token': sourceKey });
  });

  test.each([
    { message: 'POSTPONED', status: 'postponed' },
    { message: 'CANCELLED', status: 'cancelled' },
  ])('mark a game as $message', async ({ message, status }) => {
    const nothing = [null, null] as const;

    const { fixture } = await after({ status: message, fullTime: nothing, halfTime: nothing });

    expect(fixture.status).toBe(status);
    expect(fixture).not.toHaveProperty('score');
  });

  test.each(['IN_PLAY', 'PAUSED', 'SUSPENDED', 'AWARDED', 'TIMED'])(
    'do not change a game that is %s',
    async (status) => {
      expect((await after({ status })).fixture.status).toBe('scheduled');
    },
  );

  test('after extra time are those of 90 minutes, or are ignored', async () => {
    const long = { duration: 'EXTRA_TIME', fullTime: [3, 2] } as const;

    expect((await after({ ...long, regularTime: [2, 2] })).fixture.score?.fullTime).toEqual([2, 2]);
    expect((await after(long)).fixture.status).toBe('scheduled');
  });

  test('are set if a part of the score is null', async () => {
    const { fixture } = await after({ halfTime: null, regularTime: null });

    expect(fixture).toMatchObject({ status: 'played', score: { fullTime: [2, 1] } });
  });

  test('are ignored for another league or other clubs', async () => {
    expect((await after({ code: 'BL1' })).fixture.status).toBe('scheduled');
    expect((await after({}, { away: 'Somebody Else' })).fixture.status).toBe('scheduled');
  });
});
