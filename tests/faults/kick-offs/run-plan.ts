import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';

import { batchLimit } from '#contract/limits.ts';
import { gameName } from '#domain/fixture.ts';
import { type Database, transaction } from '#server/db/database.ts';
import { audit, fixtures } from '#server/db/schema.ts';
import { renewTips, resultOf } from '#server/seasons/import.ts';

import { aFixture } from '../../testing/tips/fixtures.ts';
import { type Judge, judgeOf } from './judge.ts';
import type { PlannedRequest, Move, Pass, Plan, Slip, Step, Trouble } from './plan.ts';
import type { Request, Server } from './server.ts';

/** Counts of responses, and violations. */
export type Result = { violations: string[]; counts: Record<string, number> };

type Game = { id: string; home: string; away: string; kickOff: number };

const begin = Date.parse('2026-03-07T12:00:00.000Z');
const minute = 60_000;

/** Runs one schedule against both processes and judges it to the end. */
export async function runPlan(server: Server, plan: Plan): Promise<Result> {
  const run = await runOf(server, plan);
  for (const step of plan.steps) await run.does(step);
  await run.ends();
  return { violations: run.judge.violations, counts: run.counts };
}

type Run = {
  judge: Judge;
  counts: Record<string, number>;
  does: (step: Step) => Promise<void>;
  /** All games start, and all requests are repeated. */
  ends: () => Promise<void>;
};

async function runOf(server: Server, plan: Plan): Promise<Run> {
  let now = begin;
  server.setClock(() => now);
  const games = await gamesOf(server, plan, now);
  const judge = judgeOf(
    server.database,
    games.map(({ id }) => id),
  );
  for (const { id, kickOff } of games) judge.knows(id, now, kickOff);
  const requests: Request[] = [];
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const gameAt = (index: number) => at(games, index);
  // The request of a concurrent step may not exist.
  const earlier = (index: number) => at(requests, index % requests.length);

  async function passes(milliseconds: number): Promise<void> {
    await judge.looks(now);
    now += Math.max(0, milliseconds);
  }

  function requestOf(planned: PlannedRequest): Request {
    if (planned.what === 'again') return earlier(planned.request);
    const member = at(server.members, planned.member);
    const request =
      planned.what === 'post'
        ? postOf(member, planned.slip, gameAt)
        : withdrawalOf(member, earlier(planned.tip));
    requests.push(request);
    return request;
  }

  async function sends(request: Request, beside = false): Promise<void> {
    const { status, body } = await server.send(request, beside);
    count(String(status));
    if (request.path !== batchPath || status !== 200) return;
    for (const one of z.parse(z.array(z.object({ status: z.number() })), body)) {
      count(String(one.status));
    }
  }

  async function moves({ game: index, to }: Move): Promise<void> {
    const game = gameAt(index);
    const kickOff = to === 'over' ? game.kickOff : now + to.startsIn;
    const status = to === 'over' ? ('played' as const) : ('scheduled' as const);
    const change = { kickOff: new Date(kickOff), status };
    try {
      await changeFixture(server.database, game.id, change, new Date(now));
    } catch {
      // A concurrent post has locked it.
      return count('move put off');
    }
    game.kickOff = kickOff;
    judge.knows(game.id, now, to === 'over' ? Math.min(now, kickOff) : kickOff);
    return count('moved');
  }

  async function under(trouble: Trouble | undefined, first: Request, handle: () => Promise<void>) {
    if (!trouble) return handle();
    count(trouble.kind);
    if (trouble.kind === 'row-held') {
      const [table, id] =
        trouble.row === 'member'
          ? (['members', first.member.id] as const)
          : (['fixtures', gameAt(0).id] as const);
      return server.holding(table, id, handle);
    }
    const what = trouble.kind === 'slow' ? 'meets' : trouble.kind;
    const meanwhile = async () => {
      if (trouble.kind === 'slow') await passes(trouble.milliseconds);
      if (trouble.kind !== 'meets') return;
      // One process queues a member's mutations; the other runs them concurrently.
      if ('what' in trouble.step) await sends(requestOf(trouble.step), true);
      else await moves(trouble.step);
    };
    return server.gate.during({ what, at: trouble.at, meanwhile }, handle);
  }

  async function does(step: Step): Promise<void> {
    await judge.sends(now);
    if (step.step === 'pass') return passes(wait(step, now, gameAt));
    if (step.step === 'move') return moves(step);
    const sent = step.requests.map(requestOf);
    const batch = step.step === 'batch' ? [batchOf(sent)] : sent;
    return under(step.trouble, at(batch, 0), async () => {
      await Promise.all(batch.map(async (request, index) => sends(request, index % 2 === 1)));
    });
  }

  return {
    judge,
    counts,
    does,
    async ends() {
      await passes(Math.max(...games.map(({ kickOff }) => kickOff)) + minute - now);
      await judge.sends(now);
      const tips = requests.filter(({ method }) => method === 'POST');
      for (const member of server.members) {
        const own = requests.filter((request) => request.member === member);
        const undoing = tips.map((tip) => withdrawalOf(member, tip));
        const all = own.length > 0 ? [...own, ...undoing] : [];
        for (let first = 0; first < all.length; first += batchLimit) {
          await sends(batchOf(all.slice(first, first + batchLimit), member));
        }
      }
      await judge.looks(now);
    },
  };
}

async function gamesOf(server: Server, { startsIn }: Plan, now: number): Promise<Game[]> {
  const made = startsIn.map(async (starts) => {
    // Games are found by their team names, so each has its own.
    const teams = { home: `Home ${randomUUID()}`, away: `Away ${randomUUID()}` };
    const kickOff = now + starts;
    const clock = () => new Date(now);
    const row = { ...teams, kickOff: new Date(kickOff) };
    const { id } = await aFixture({ database: server.database, clock }, row);
    return { id, ...teams, kickOff };
  });
  return Promise.all(made);
}

function postOf(member: Request['member'], slip: Slip, gameAt: (index: number) => Game): Request {
  const id = randomUUID();
  const options = slip.games.map(gameAt).map(({ id: fixtureId, home, away }) => ({
    ...(slip.named ? { game: gameName(home, away) } : { fixtureId }),
    oddName: `1X2 - ${slip.option}`,
  }));
  const body = { id, options, ifStarted: slip.drop ? 'drop' : 'refuse' };
  return { member, method: 'POST', path: '/api/tips', key: id, body };
}

function withdrawalOf(member: Request['member'], { key }: Request): Request {
  return { member, method: 'DELETE', path: `/api/tips/${key}`, key: randomUUID() };
}

const batchPath = '/api/ops';

/** A batch of requests under the first one's member; those of other members are refused. */
function batchOf(requests: readonly Request[], member = at(requests, 0).member): Request {
  const byKey = new Map(requests.map((request) => [request.key, request]));
  const body = [...byKey.values()].map(({ key, method, path, body: sent }) => ({
    id: key,
    method,
    path,
    ...(sent && { body: sent }),
  }));
  return { member, method: 'POST', path: batchPath, key: randomUUID(), body };
}

function wait({ to }: Pass, now: number, gameAt: (index: number) => Game): number {
  return typeof to === 'number' ? to : gameAt(to.game).kickOff + to.beside - now;
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value === undefined) throw new Error(`There is no ${index} of ${values.length}.`);
  return value;
}

/** Moves a fixture or ends it, with its events, as a source does. */
async function changeFixture(
  database: Database,
  id: string,
  change: Pick<typeof fixtures.$inferInsert, 'kickOff' | 'status'>,
  at: Date,
): Promise<void> {
  await transaction(database, async (tx) => {
    const isIt = eq(fixtures.id, id);
    const [before] = await tx.select().from(fixtures).where(isIt).for('update');
    const [after] = await tx.update(fixtures).set(change).where(isIt).returning();
    if (!before || !after) throw new Error(`There is no fixture ${id}.`);
    const event = { at, subject: `fixture:${id}` };
    await tx.insert(audit).values([
      {
        ...event,
        action: 'fixture.move',
        before: { kickOff: before.kickOff },
        after: { kickOff: after.kickOff },
      },
      { ...event, action: 'fixture.result', before: resultOf(before), after: resultOf(after) },
    ]);
    await renewTips(tx, { moved: [id], results: [id] });
  });
}
