import { inArray, sql } from 'drizzle-orm';

import { operations } from '#server/db/schema.ts';

import { isKindOfDesk } from '../../contents/intents.ts';
import { isDoneAlready } from '../../contents/done-already.ts';
import { placeIn } from '../../world/bookkeeping.ts';
import type { Entry } from '../../world/ledger.ts';
import type { Arrived, Sent } from '../../world/network.ts';
import type { NetworkAnswer } from '../../world/server.ts';
import type { World } from '../../world/world.ts';
import { judgeStopped, recordRefused } from './refusals.ts';
import { answersIn, bearerOf, isValidResponse, operationsIn } from './sent-operations.ts';

/** Records the server's result of each operation in a request. */
export async function recordHandled(
  world: World,
  sent: Sent,
  answer: NetworkAnswer | undefined,
): Promise<void> {
  const sentOperations = operationsIn(sent);
  if (sentOperations.length === 0) return;
  if (sentOperations.some(({ key }) => isKindOfDesk(world.ledger.get(key)?.kind ?? ''))) {
    world.handled.push({ place: await placeIn(world.server.database), at: world.time.now() });
  }
  const answers = answer ? answersIn(sent, answer) : [];
  if (!answer) {
    await readBooks(
      world,
      sent,
      sentOperations.map(({ key }) => key),
    );
    return;
  }
  judgeStopped(world, answers);
  for (const { key, status, code } of answers) {
    if (code === 'key-reused') {
      world.found('key', `${world.ledger.alias(key)} was refused as used before`);
    }
    const entry = world.ledger.get(key);
    if (!entry || !isOwn(entry, sent)) continue;
    noteDone(world, entry, status);
    await recordRefused(world, entry, { status, code, sentAt: sent.at });
  }
}

/** Reads the results from the database, because a server that died sent no response. */
async function readBooks(world: World, sent: Sent, keys: string[]): Promise<void> {
  const rows = await world.server.database
    .select({
      key: operations.key,
      memberId: operations.memberId,
      status: operations.status,
      code: sql<string | null>`${operations.answer}->>'code'`,
    })
    .from(operations)
    .where(inArray(operations.key, keys));
  for (const { key, memberId, status, code } of rows) {
    const entry = world.ledger.get(key);
    // Another member may have used an equal key.
    if (entry?.memberId !== memberId) continue;
    noteDone(world, entry, status);
    await recordRefused(world, entry, { status, code: code ?? undefined, sentAt: sent.at });
  }
}

function isOwn(entry: Entry, sent: Sent): boolean {
  return bearerOf(sent) === entry.memberId;
}

function noteDone(world: World, entry: Entry, status: number): void {
  if (status >= 200 && status < 300 && entry.done?.status !== status) {
    entry.done = { status, at: world.time.now() };
  }
}

/** Records the refusals that reached the device, and the pauses that the server requested. */
export function recordArrived(world: World, { sent, answer, redirected }: Arrived): void {
  if (operationsIn(sent).length === 0) return;
  const until = floorOf(world, answer);
  const valid = isValidResponse(sent, answer, redirected);
  for (const { key, status, code, body } of answersIn(sent, answer)) {
    const entry = world.ledger.get(key);
    if (!entry) continue;
    if (valid && status === 412 && entry.intent && isDoneAlready(entry.intent, body)) {
      entry.doneByOthers = true;
    }
    if (valid && status >= 400 && status < 500) (entry.refused ??= []).push({ status, code });
    const pausing = status === 429 || status >= 500;
    if (until === undefined || !pausing) continue;
    const now = world.time.now();
    if (until > (entry.floor?.until ?? 0)) {
      const by = `its Retry-After of ${answer.headers['retry-after']} after ${status}`;
      entry.floor = { until, since: now, by };
    }
  }
}

const hour = 60 * 60 * 1000;

/** The end of a Retry-After (seconds or a date) on the schedule's clock, at most an hour away. */
function floorOf(world: World, { headers }: Arrived['answer']): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const now = world.time.now();
  if (/^[0-9]+$/.test(text)) return now + Math.min(Number(text) * 1000, hour);
  if (!text.endsWith('GMT')) return undefined;
  const answeredAt = Date.parse(headers['date'] ?? '');
  const wait = Date.parse(text) - answeredAt;
  return Number.isNaN(wait) ? undefined : now + Math.min(Math.max(wait, 0), hour);
}
