import { sql } from 'drizzle-orm';

import { serverBudgets } from '../budgets.ts';
import { alternately, median } from '../engine/measure.ts';
import { atLeast, atMost, heading, note } from '../report.ts';
import { type Child, startChild } from './child.ts';
import { type LoadRequest, load, type Load } from './load.ts';
import { bookingsOf, type Posted, postsOf, readsOf } from './requests.ts';
import { aWorld, type World } from './world.ts';

const times = 5;
const each = 2000;
const perPerson = 60;
const readPath = '/api/tips?limit=20';

/** Number of handled requests after which a process's memory is measured. */
const manyRequests = 50_000;

type Bench = { world: World; app: Child; limit: Child; answered: number };

/** Compares the server with minimal Fastify and PostgreSQL, at full and at half load. */
export async function benchServer(): Promise<void> {
  const world = await aWorld();
  const children: Child[] = [];
  try {
    await makeLimitTables(world);
    const app = await startChild('app', world.env);
    children.push(app);
    const limit = await startChild('limit', world.env);
    children.push(limit);
    const bench = { world, app, limit, answered: 0 };
    await fill(bench);
    await benchReads(bench);
    await benchChanges(bench);
    await benchMemory(bench);
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

/** Inserts equal numbers of tips on both sides; the limit stores the server's JSON. */
async function fill(bench: Bench): Promise<void> {
  const { world, app } = bench;
  const { people, database } = world;
  await loadOurs(bench, postsOf(world, '/api/tips', people.length * perPerson).requests);
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

async function loadOurs(
  bench: Bench,
  requests: readonly LoadRequest[],
  perSecond?: number,
): Promise<Load> {
  bench.answered += requests.length;
  return load(bench.app.origin, requests, perSecond);
}

async function benchReads(bench: Bench): Promise<void> {
  const { world, limit } = bench;
  heading('Server: 20 own tickets, 32 connections');
  const reads = readsOf(world, '/read', each);
  const ours = readsOf(world, readPath, each);
  const [ofLimit = [], ofOurs = []] = await alternately<Load>(times, [
    async () => load(limit.origin, reads),
    async () => loadOurs(bench, ours),
  ]);
  const [limitPace, ourPace] = [paceOf(ofLimit), paceOf(ofOurs)];
  note(`the limit ${limitPace.toFixed(0)} a second`);
  atLeast(
    `GET ${readPath}, ${ourPace.toFixed(0)} a second`,
    ourPace / limitPace,
    serverBudgets.read,
  );
  const [slow = [], ourSlow = []] = await alternately<Load>(3, [
    async () => load(limit.origin, reads, limitPace / 2),
    async () => loadOurs(bench, ours, ourPace / 2),
  ]);
  compareSlowest('GET', ourSlow, slow);
}

type Change = (perSecond?: number) => Promise<Load>;

/** Creates two loads: posts at one path, and bookings of the last posted tips at another. */
function changesOf(
  world: World,
  paths: { post: string; book: string },
  send: (requests: readonly LoadRequest[], perSecond?: number) => Promise<Load>,
): { post: Change; book: Change } {
  let posted: Posted[] = [];
  return {
    async post(perSecond) {
      const tips = postsOf(world, paths.post, each);
      posted = tips.posted;
      return send(tips.requests, perSecond);
    },
    book: async (perSecond) => send(bookingsOf(posted, paths.book), perSecond),
  };
}

async function benchChanges(bench: Bench): Promise<void> {
  const { world, limit } = bench;
  heading('Server: a tip and its key, then its booking, 32 connections');
  const sendLimit = async (requests: readonly LoadRequest[], perSecond?: number) =>
    load(limit.origin, requests, perSecond);
  const insert: Change = async (perSecond) =>
    sendLimit(postsOf(world, '/insert', each).requests, perSecond);
  const one = changesOf(world, { post: '/tip', book: '/booking' }, sendLimit);
  const ours = changesOf(
    world,
    { post: '/api/tips', book: '/api/tips/bookTicket' },
    async (requests, perSecond) => loadOurs(bench, requests, perSecond),
  );
  const paces = await alternately<Load>(times, [insert, one.post, one.book, ours.post, ours.book]);
  const [limitPace = 0, onePost = 0, oneBook = 0, ofPost = 0, ofBook = 0] = paces.map(paceOf);
  note(`the limit ${limitPace.toFixed(0)} a second`);
  note(
    `one statement into our own tables: ${onePost.toFixed(0)} tips, ${oneBook.toFixed(0)} bookings`,
  );
  const { post, book, ownTables } = serverBudgets;
  atLeast(`POST /api/tips, ${ofPost.toFixed(0)} a second`, ofPost / limitPace, post);
  atLeast('the same of one statement into our own tables', ofPost / onePost, ownTables);
  atLeast(`PUT bookTicket, ${ofBook.toFixed(0)} a second`, ofBook / limitPace, book);
  atLeast('the same of one statement into our own tables', ofBook / oneBook, ownTables);
  const [slow = [], slowPosts = [], slowBooks = []] = await alternately<Load>(3, [
    async () => insert(limitPace / 2),
    async () => ours.post(ofPost / 2),
    async () => ours.book(ofBook / 2),
  ]);
  compareSlowest('POST', slowPosts, slow);
  compareSlowest('PUT', slowBooks, slow);
}

async function benchMemory(bench: Bench): Promise<void> {
  const remaining = Math.max(0, manyRequests - bench.answered);
  await loadOurs(bench, readsOf(bench.world, readPath, remaining));
  heading(`Server: what its process holds after ${bench.answered} requests`);
  atMost('resident memory', await bench.app.memory(), serverBudgets.memory, 'MB');
}

function compareSlowest(method: string, ours: readonly Load[], ofLimit: readonly Load[]): void {
  const [slow, limit] = [slowestOf(ours), slowestOf(ofLimit)];
  const words = `${method} at half load, one in a hundred over ${slow.toFixed(1)} ms`;
  atMost(words, slow / limit, serverBudgets.slowest);
}

function paceOf(loads: readonly Load[]): number {
  return median(loads.map(({ perSecond }) => perSecond));
}

function slowestOf(loads: readonly Load[]): number {
  return median(loads.map(({ slowest }) => slowest));
}
