import { sql } from 'drizzle-orm';

import { inTurns, median } from '../engine/measure.ts';
import { atLeast, atMost, heading, note, ratio, type Verdict } from '../engine/report.ts';
import { serverBudgets } from './budgets.ts';
import { type Child, startChild } from './child.ts';
import { load, type Load } from './load.ts';
import { bookingsOf, type Posted, postsOf, readsOf } from './requests.ts';
import { aWorld, type World } from './world.ts';

const times = 5;
const each = 2000;
const perPerson = 60;
const readPath = '/api/tips?limit=20';

type Bench = { world: World; app: Child; limit: Child };

/** Measures the server against the least that Fastify and PostgreSQL can be asked to do. */
export async function benchServer(): Promise<Verdict[]> {
  const world = await aWorld();
  const children: Child[] = [];
  try {
    await makeLimitTables(world);
    const app = await startChild('app', world.env);
    children.push(app);
    const limit = await startChild('limit', world.env);
    children.push(limit);
    const bench = { world, app, limit };
    await fill(bench);
    return [...(await benchReads(bench)), ...(await benchChanges(bench)), await memoryOf(app)];
  } finally {
    for (const child of children) await child.stop();
    await world.remove();
  }
}

async function makeLimitTables({ database }: World): Promise<void> {
  await database.execute(sql`create table limit_tickets
    (id uuid primary key, owner uuid not null, created_at timestamptz not null, doc json not null)`);
  await database.execute(sql`create index on limit_tickets (owner, created_at desc)`);
  await database.execute(sql`create table limit_keys
    (member uuid, key uuid, answer json, primary key (member, key))`);
}

/** As many tips for everybody on either side, and those of the limit as ours answers them. */
async function fill({ world, app }: Bench): Promise<void> {
  const { people, database } = world;
  await load(app.origin, postsOf(world, '/api/tips', people.length * perPerson).requests);
  const response = await fetch(app.origin + readPath, {
    headers: { authorization: `Bearer ${people[0]?.token}` },
  });
  const text = await response.text();
  note(`an answer of 20 tickets has ${text.length} bytes`);
  for (const { id } of people) {
    await database.execute(sql`insert into limit_tickets
      select gen_random_uuid(), ${id}, now(), doc
      from json_array_elements(${text}::json) doc, generate_series(1, ${perPerson / 20})`);
  }
  await database.execute(sql`analyze`);
}

async function benchReads({ world, app, limit }: Bench): Promise<Verdict[]> {
  heading('Server: 20 own tickets, 32 connections');
  const least = readsOf(world, '/read', each);
  const ours = readsOf(world, readPath, each);
  const [ofLimit = [], ofOurs = []] = await inTurns<Load>(times, [
    async () => load(limit.origin, least),
    async () => load(app.origin, ours),
  ]);
  const [most, ourMost] = [paceOf(ofLimit), paceOf(ofOurs)];
  note(`the limit ${most.toFixed(0)} a second`);
  const [slow = [], ourSlow = []] = await inTurns<Load>(3, [
    async () => load(limit.origin, least, most / 2),
    async () => load(app.origin, ours, ourMost / 2),
  ]);
  return [
    atLeast(`GET ${readPath}, ${ourMost.toFixed(0)} a second`, ourMost / most, serverBudgets.read),
    slowness('GET', ourSlow, slow),
  ];
}

async function benchChanges({ world, app, limit }: Bench): Promise<Verdict[]> {
  heading('Server: a tip and its key, then its booking, 32 connections');
  let posted: Posted[] = [];
  const insert = async (perSecond?: number) =>
    load(limit.origin, postsOf(world, '/insert', each).requests, perSecond);
  const post = async (perSecond?: number) => {
    const tips = postsOf(world, '/api/tips', each);
    posted = tips.posted;
    return load(app.origin, tips.requests, perSecond);
  };
  const book = async (perSecond?: number) => load(app.origin, bookingsOf(posted), perSecond);
  const [inserts = [], posts = [], books = []] = await inTurns<Load>(times, [
    async () => insert(),
    async () => post(),
    async () => book(),
  ]);
  const [most, ofPost, ofBook] = [paceOf(inserts), paceOf(posts), paceOf(books)];
  note(`the limit ${most.toFixed(0)} a second`);
  const [slow = [], slowPosts = [], slowBooks = []] = await inTurns<Load>(3, [
    async () => insert(most / 2),
    async () => post(ofPost / 2),
    async () => book(ofBook / 2),
  ]);
  const { post: ofPosts, book: ofBookings } = serverBudgets;
  return [
    atLeast(`POST /api/tips, ${ofPost.toFixed(0)} a second`, ofPost / most, ofPosts),
    atLeast(`PUT bookTicket, ${ofBook.toFixed(0)} a second`, ofBook / most, ofBookings),
    slowness('POST', slowPosts, slow),
    slowness('PUT', slowBooks, slow),
  ];
}

async function memoryOf(app: Child): Promise<Verdict> {
  heading('Server: what its process holds after all that');
  return atMost('megabytes', await app.memory(), serverBudgets.memory);
}

function slowness(method: string, ours: readonly Load[], least: readonly Load[]): Verdict {
  const [slow, limit] = [slowestOf(ours), slowestOf(least)];
  const words = `${method} at half load, one in a hundred over ${slow.toFixed(1)} ms`;
  return ratio(words, slow / limit, serverBudgets.slowest);
}

function paceOf(loads: readonly Load[]): number {
  return median(loads.map(({ perSecond }) => perSecond));
}

function slowestOf(loads: readonly Load[]): number {
  return median(loads.map(({ slowest }) => slowest));
}
