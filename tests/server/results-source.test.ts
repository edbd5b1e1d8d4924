import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit } from '#server/db/schema.ts';
import { sportMark, takeResults } from '#server/fixtures/results-source.ts';
import { readSettings } from '#server/settings.ts';

import { anHttpServer, type Reply } from '../sync/support/an-http-server.ts';
import { hour } from '../support/clock.ts';
import { onDesk, setsResult } from '../support/desk.ts';
import { aDataDir } from '../support/server-process.ts';
import { aCommunity, type Community } from '../support/tips.ts';

type Scores = { home: string; away: string; kickOff: Date; score?: [string, string] };

/** A game as the odds service tells it: finished, unless it has no score. */
function told({ home, away, kickOff, score }: Scores) {
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

/** A service that answers so, and what it was asked for. */
async function asked(community: Community, answer: () => Reply) {
  await using service = await anHttpServer(answer);
  const warnings: unknown[] = [];
  await takeResults({
    database: community.api.database,
    clock: community.clock,
    url: `${service.url}/v4/sports/${sportMark}/scores?daysFrom=3`,
    fetch: globalThis.fetch,
    log: { warn: (about: unknown) => void warnings.push(about) },
  });
  return {
    paths: service.requests.map(({ path }) => path),
    warnings,
    host: new URL(service.url).host,
  };
}

async function aGameThatIsOver(score?: [string, string]) {
  const community = await aCommunity();
  const game = await community.aGame();
  const tip = await community.aTip({ games: [game] });
  const kickOff = new Date(community.clock().getTime() + 2 * hour);
  community.clock.passes(4.5 * hour);
  const { home, away } = await onDesk(community, game);
  const scores = [told({ home, away, kickOff, ...(score && { score }) })];
  return { community, game, tip, scores };
}

async function traces({ api }: Community, id: string) {
  return api.database
    .select()
    .from(audit)
    .where(and(eq(audit.action, 'fixture.result'), eq(audit.subject, `fixture:${id}`)));
}

describe('results of an odds service', () => {
  test('are set where nobody has said them, with their source and for whoever tipped the game', async () => {
    const { community, game, tip, scores } = await aGameThatIsOver(['2', '1']);
    const { api, tipster } = community;
    const before = await api.get('/api/sync', { token: tipster.token });

    const { paths, host } = await asked(community, () => ({ status: 200, body: scores }));

    expect(paths).toEqual(['/v4/sports/soccer_epl/scores']);
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
    const news = await api.get(`/api/sync?since=${since}`, { token: tipster.token });
    expect(news.body).toMatchObject({ tips: [{ id: tip.id }] });
  });

  test('are set once, whoever asks how often', async () => {
    const { community, game, scores } = await aGameThatIsOver(['0', '0']);
    const answer = () => ({ status: 200, body: scores });

    await Promise.all([asked(community, answer), asked(community, answer)]);
    expect((await asked(community, answer)).paths).toEqual([]);

    expect(await traces(community, game.id)).toHaveLength(1);
    expect((await onDesk(community, game)).score).toEqual({ halfTime: [0, 0], fullTime: [0, 0] });
  });

  test.each([
    { what: 'another result', said: { status: 'played', fullTime: [5, 0] } },
    { what: 'that it is not over', said: { status: 'in-play' } },
  ])('leave a game alone of which an administrator has said $what', async ({ said }) => {
    const { community, game, scores } = await aGameThatIsOver(['2', '1']);
    expect((await setsResult(community, game, said)).status).toBe(200);

    await asked(community, () => ({ status: 200, body: scores }));

    expect(await onDesk(community, game)).toMatchObject({ status: said.status, source: 'test' });
  });

  test('are none before the game is over', async () => {
    const { community, game, scores } = await aGameThatIsOver();

    await asked(community, () => ({ status: 200, body: scores }));

    expect(await onDesk(community, game)).toMatchObject({ status: 'scheduled' });
  });

  test.each<{ what: string; answer: Reply }>([
    { what: 'fails', answer: { status: 500 } },
    { what: 'answers something else', answer: { status: 200, body: { message: 'no' } } },
    { what: 'breaks off', answer: 'break' },
  ])('change nothing where the service $what, which is written down', async ({ answer }) => {
    const { community, game } = await aGameThatIsOver(['2', '1']);

    const { warnings } = await asked(community, () => answer);

    expect(warnings).toHaveLength(1);
    expect(await onDesk(community, game)).toMatchObject({ status: 'scheduled', version: 1 });
  });

  test('are asked for under an address that names the league', async () => {
    const DATA_DIR = await aDataDir();
    const read = (RESULTS_URL: string) => readSettings({ DATA_DIR, RESULTS_URL }).resultsUrl;

    expect(read('https://odds.example/{sport}/scores')).toBe('https://odds.example/{sport}/scores');
    expect(() => read('https://odds.example/scores')).toThrow('{sport}');
    expect(() => read('odds.example/{sport}')).toThrow('must be an address');
  });
});
