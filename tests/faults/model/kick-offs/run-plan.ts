import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { batchLimit } from '#contract/limits.ts';
import { gameName } from '#domain/fixture.ts';
import { type Database, runInTransaction } from '#server/db/database.ts';
import { audit, fixtures } from '#server/db/schema.ts';
import {
  createKickOffEvent,
  markTipsOfFixturesChanged,
  createResultEvent,
} from '#server/fixtures/changes.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { aMember, type Member } from '../../../testing/people/members.ts';
import { aFixture } from '../../../testing/tips/fixtures.ts';
import type { Orders, SeedReport } from '../orders.ts';
import { type Call, type Server, start } from '../../world/server.ts';
import { type Judge, judgeOf } from './judge.ts';
import {
  type PlannedRequest,
  type Move,
  type Pass,
  type Plan,
  planOf,
  type Slip,
  type Step,
  type Trouble,
} from './plan.ts';

type Game = { id: string; home: string; away: string; kickOff: number };

type Request = Call & { key: string };

const minute = 60_000;

/**
 * Runs the schedules of consecutive seeds against both processes and reports each. After the last
 * one, the whole database is verified.
 */
export async function* playKickOffs(
  server: Server,
  { seeds: { first, count } }: Pick<Orders, 'seeds'>,
): AsyncGenerator<SeedReport> {
  const members = [await aMember(server.services), await aMember(server.services)];
  for (let seed = first; seed < first + count; seed += 1) {
    const plan = planOf(seed);
    const run = await runOf(server, members, plan);
    for (const step of plan.steps) await run.perform(step);
    await run.finish();
    const isLast = seed === first + count - 1;
    const problems = isLast ? (await verifyDatabase(server.database)).problems : [];
    const found = [...run.judge.violations, ...problems];
    yield {
      name: `seed ${seed}`,
      violations: found.map((what) => ({ check: 'choice after kick-off', what })),
      counts: { happened: run.counts },
    };
  }
}

type Run = {
  judge: Judge;
  counts: Record<string, number>;
  perform: (step: Step) => Promise<void>;
  /** Lets all games start, and then repeats all requests. */
  finish: () => Promise<void>;
};

async function runOf(server: Server, members: readonly Member[], plan: Plan): Promise<Run> {
  let now = start;
  server.setClock(() => now);
  const games = await gamesOf(server, plan, now);
  const judge = judgeOf(
    server.database,
    games.map(({ id }) => id),
  );
  for (const { id, kickOff } of games) judge.addKickOff(id, now, kickOff);
  const requests: Request[] = [];
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const gameAt = (index: number) => at(games, index);
  // Modulo the number of requests, because a step may name one that was not created.
  const earlier = (index: number) => at(requests, index % requests.length);

  async function advance(milliseconds: number): Promise<void> {
    await judge.readRows(now);
    now += Math.max(0, milliseconds);
  }

  function requestOf(planned: PlannedRequest): Request {
    if (planned.what === 'again') return earlier(planned.request);
    const member = at(members, planned.member);
    const request =
      planned.what === 'post'
        ? postOf(member, planned.slip, gameAt)
        : withdrawalOf(member, earlier(planned.tip));
    requests.push(request);
    return request;
  }

  async function send(request: Request, process: 0 | 1 = 0): Promise<void> {
    const { status, body } = await server.replies(process, request);
    count(String(status));
    if (request.path !== batchPath || status !== 200) return;
    for (const one of z.parse(z.array(z.object({ status: z.number() })), body)) {
      count(String(one.status));
    }
  }

  async function move({ game: index, to }: Move): Promise<void> {
    const game = gameAt(index);
    const kickOff = to === 'over' ? game.kickOff : now + to.startsIn;
    const status = to === 'over' ? ('played' as const) : ('scheduled' as const);
    const change = { kickOff: new Date(kickOff), status };
    try {
      await changeFixture(server.database, game.id, change, new Date(now));
    } catch {
      // A post in another transaction has locked the game.
      return count('move put off');
    }
    game.kickOff = kickOff;
    judge.addKickOff(game.id, now, to === 'over' ? Math.min(now, kickOff) : kickOff);
    return count('moved');
  }

  async function withTrouble(
    trouble: Trouble | undefined,
    first: Request,
    handle: () => Promise<void>,
  ) {
    if (!trouble) return handle();
    count(trouble.kind);
    if (trouble.kind === 'row-held') {
      return trouble.row === 'member'
        ? holding(server.database, 'members', first.by.id, handle)
        : holding(server.database, 'fixtures', gameAt(0).id, handle);
    }
    const meanwhile = async () => {
      if (trouble.kind === 'slow') await advance(trouble.milliseconds);
      if (trouble.kind !== 'meets') return;
      // The other process, because within one process a member's mutations never run concurrently.
      if ('what' in trouble.step) await send(requestOf(trouble.step), 1);
      else await move(trouble.step);
    };
    const isMeeting = trouble.kind === 'slow' || trouble.kind === 'meets';
    const mishap = isMeeting
      ? ({ what: 'meets', at: trouble.at, meanwhile, sparesCommit: true } as const)
      : { what: trouble.kind, at: trouble.at };
    await server.gate.during(mishap, handle);
  }

  async function perform(step: Step): Promise<void> {
    await judge.beginRequest(now);
    if (step.step === 'pass') return advance(wait(step, now, gameAt));
    if (step.step === 'move') return move(step);
    const sent = step.requests.map(requestOf);
    const batch = step.step === 'batch' ? [batchOf(sent)] : sent;
    return withTrouble(step.trouble, at(batch, 0), async () => {
      await Promise.all(
        batch.map(async (request, index) => send(request, index % 2 === 1 ? 1 : 0)),
      );
    });
  }

  return {
    judge,
    counts,
    perform,
    async finish() {
      await advance(Math.max(...games.map(({ kickOff }) => kickOff)) + minute - now);
      await judge.beginRequest(now);
      const tips = requests.filter(({ method }) => method === 'POST');
      for (const member of members) {
        const own = requests.filter(({ by }) => by === member);
        const undoing = tips.map((tip) => withdrawalOf(member, tip));
        const all = own.length > 0 ? [...own, ...undoing] : [];
        for (let first = 0; first < all.length; first += batchLimit) {
          await send(batchOf(all.slice(first, first + batchLimit), member));
        }
      }
      await judge.readRows(now);
    },
  };
}

async function gamesOf(server: Server, { startsIn }: Plan, now: number): Promise<Game[]> {
  const made = startsIn.map(async (starts) => {
    // The product finds games by team names, so each game has its own.
    const teams = { home: `Home ${randomUUID()}`, away: `Away ${randomUUID()}` };
    const kickOff = now + starts;
    const clock = () => new Date(now);
    const row = { ...teams, kickOff: new Date(kickOff) };
    const { id } = await aFixture({ database: server.database, clock }, row);
    return { id, ...teams, kickOff };
  });
  return Promise.all(made);
}

function postOf(by: Member, slip: Slip, gameAt: (index: number) => Game): Request {
  const id = randomUUID();
  const options = slip.games.map(gameAt).map(({ id: fixtureId, home, away }) => ({
    ...(slip.named ? { game: gameName(home, away) } : { fixtureId }),
    oddName: `1X2 - ${slip.option}`,
  }));
  const body = { id, options, ifStarted: slip.drop ? 'drop' : 'refuse' };
  return { by, method: 'POST', path: '/api/tips', key: id, body };
}

function withdrawalOf(by: Member, { key }: Request): Request {
  return { by, method: 'DELETE', path: `/api/tips/${key}`, key: randomUUID() };
}

const batchPath = '/api/ops';

/** A batch by the member of the first request; the server refuses the requests of other members. */
function batchOf(requests: readonly Request[], by = at(requests, 0).by): Request {
  const byKey = new Map(requests.map((request) => [request.key, request]));
  const body = [...byKey.values()].map(({ key, method, path, body: sent }) => ({
    id: key,
    method,
    path,
    ...(sent && { body: sent }),
  }));
  return { by, method: 'POST', path: batchPath, key: randomUUID(), body };
}

/** Holds a row lock while `work` runs. */
async function holding(
  database: Database,
  table: 'members' | 'fixtures',
  id: string,
  run: () => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`select from ${sql.identifier(table)} where id = ${id} for update`);
    await run();
  });
}

function wait({ to }: Pass, now: number, gameAt: (index: number) => Game): number {
  return typeof to === 'number' ? to : gameAt(to.game).kickOff + to.beside - now;
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value === undefined) throw new Error(`There is no ${index} of ${values.length}.`);
  return value;
}

/** Moves or ends a fixture and writes the events, as a season import does. */
async function changeFixture(
  database: Database,
  id: string,
  change: Pick<typeof fixtures.$inferInsert, 'kickOff' | 'status'>,
  at: Date,
): Promise<void> {
  await runInTransaction(database, async (tx) => {
    const isIt = eq(fixtures.id, id);
    const [before] = await tx.select().from(fixtures).where(isIt).for('update');
    const [after] = await tx.update(fixtures).set(change).where(isIt).returning();
    if (!before || !after) throw new Error(`There is no fixture ${id}.`);
    const stamp = { at, reason: '' };
    const changed = { id, before, after };
    await tx
      .insert(audit)
      .values([createKickOffEvent(stamp, changed), createResultEvent(stamp, changed)]);
    await markTipsOfFixturesChanged(tx, { moved: [id], results: [id] });
  });
}
