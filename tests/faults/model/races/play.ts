import { inArray } from 'drizzle-orm';

import type { DeskFixture } from '#contract/desk.ts';
import { gameName } from '#domain/fixture.ts';
import { tips } from '#server/db/schema.ts';
import { readDeskFixture } from '#server/desk/presenter.ts';

import { numberOf } from '../../contents/options.ts';
import type { Call, Reply } from '../../world/server.ts';
import type { Ground, Scene } from './ground.ts';
import type { Action, Race } from './plan.ts';

type Request = Omit<Call, 'by'>;

/** An action with its response. */
export type Done = {
  by: 0 | 1;
  action: Action;
  request: Request;
  reply: Reply;
};

/** Known fixtures and versions of tips, both by id. */
type Known = { fixtures: Map<string, DeskFixture>; versions: Map<string, number> };

/** Runs a race in two processes at the same time, and returns all responses. */
export async function play(ground: Ground, race: Race): Promise<{ scene: Scene; done: Done[] }> {
  const scene = await ground.setsUp(race);
  for (const { by, action, minutes } of race.before) {
    ground.ago(minutes * 60_000);
    await runAction(ground, scene, by, action, await knownTo(ground, scene, by));
  }
  ground.ago(0);
  const first = [await knownTo(ground, scene, 0), await knownTo(ground, scene, 1)] as const;
  const both = ([0, 1] as const).map(async (by) => {
    const done: Done[] = [];
    for (const action of race.actions[by]) {
      const sees = 'sees' in action ? action.sees : 'nothing';
      const known = sees === 'now' ? await knownTo(ground, scene, by) : first[by];
      done.push(await runAction(ground, scene, by, action, known));
    }
    return done;
  });
  return { scene, done: (await Promise.all(both)).flat() };
}

/** The desk as an administrator has read it, without the games of other races. */
async function knownTo(
  { database, administrators, now }: Ground,
  { games, tips: all }: Scene,
  by: 0 | 1,
): Promise<Known> {
  const look = { by: administrators[by].id, at: now() };
  const fixtures = new Map<string, DeskFixture>();
  for (const { id } of games) {
    fixtures.set(id, await readDeskFixture(database, { ...look, fixtureId: id }));
  }
  const ids = all.map(({ id }) => id);
  const rows = await database
    .select({ id: tips.id, version: tips.version })
    .from(tips)
    .where(inArray(tips.id, ids));
  return { fixtures, versions: new Map(rows.map(({ id, version }) => [id, version])) };
}

async function runAction(
  ground: Ground,
  scene: Scene,
  by: 0 | 1,
  action: Action,
  known: Known,
): Promise<Done> {
  const request = requestOf(scene, action, known);
  const reply = await ground.replies(by, { ...request, by: ground.administrators[by] });
  return { by, action, request, reply };
}

const reason = 'as seen';

function requestOf(scene: Scene, action: Action, known: Known): Request {
  if (action.do === 'confirm' || action.do === 'reopen') {
    const ids = action.tickets.flatMap((index) => scene.tips[index]?.id ?? []);
    const method = action.do === 'confirm' ? 'POST' : 'DELETE';
    return { method, path: '/api/admin/confirmations', body: { ids } };
  }
  if ('ticket' in action) return requestOfOne(scene, action, known);
  const id = scene.games[action.game]?.id ?? '';
  const fixture = known.fixtures.get(id);
  const isSeen = action.sees !== 'nothing';
  switch (action.do) {
    case 'result':
      return {
        method: 'PUT',
        path: `/api/admin/results/${id}`,
        body: { ...action.result, reason },
        ifMatch: isSeen ? (fixture?.version ?? 1) : undefined,
      };
    case 'prices': {
      const prices = action.options.map((option) => {
        const oddsId = numberOf(option);
        const seen = fixture?.selections.find((one) => one.oddsId === oddsId)?.odd ?? 0;
        return { oddsId, odd: action.odd, ...(isSeen && seen > 0 && { seen }) };
      });
      return { method: 'PUT', path: `/api/admin/prices/${id}`, body: { prices, reason } };
    }
    case 'settle': {
      const results = action.results.map(({ option, result }) => ({
        oddsId: numberOf(option),
        result,
        ...(action.over && { over: true }),
        ...(result !== 'pending' && { reason }),
      }));
      const body = { version: fixture?.version ?? 1, results };
      return { method: 'PUT', path: `/api/admin/settlements/${id}`, body };
    }
  }
}

function requestOfOne(
  { games, tips: all }: Scene,
  action: Extract<Action, { ticket: number }>,
  { versions }: Known,
): Request {
  const id = all[action.ticket]?.id ?? '';
  const ifMatch = action.sees === 'nothing' ? undefined : (versions.get(id) ?? 1);
  if (action.do === 'confirm-one') {
    const body = { IsGameSuccessful: true };
    return { method: 'PUT', path: `/api/tips/confirmTip/${id}`, body, ifMatch };
  }
  const game = games[action.game];
  const named = { fixtureId: game?.id ?? '', game: game ? gameName(game.home, game.away) : '' };
  const change = action.do === 'odd' ? { odd: action.odd } : { result: action.result };
  const body = { options: [{ ...named, ...change, reason }] };
  return { method: 'PUT', path: `/api/tips/${id}`, body, ifMatch };
}
