import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';

import { dayMs, hourMs, minuteMs } from '#domain/durations.ts';

import type { Database, Queryable } from '../db/database.ts';
import { sources } from '../db/source-tables.ts';
import { type Source, SourceFailure, fetchFromSource } from './source.ts';

export type SourceTools = {
  database: Database;
  clock: () => Date;
  /** Secret that keys are hashed with. */
  secret: string;
  fetch: typeof globalThis.fetch;
  log: Record<'warn' | 'info', (about: object, sentence: string) => void>;
  /** Timeout of a request, in milliseconds; ten seconds unless a test sets it. */
  timeoutMs?: number;
};

/** A request to a source, repeated with a pause. */
export type SourceRequest<Answer> = {
  /** Name under which its state is stored. */
  name: string;
  path: string;
  query: Readonly<Record<string, string>>;
  /** Number of requests that the service counts for it. */
  cost: number;
  /** Milliseconds between two of them while enough requests remain. */
  pause: number;
  /** True if a refusal does not mean an invalid key, since the service's plan may exclude the data. */
  isOptional?: boolean;
  /** Parses the response's body; throws a `SourceFailure` for anything else. */
  read: (body: unknown) => Answer;
};

/**
 * Sends a request and passes its answer to `keep`, unless the last answer is fresh enough or too few
 * requests remain.
 * If handling the response throws, the request stays due and is retried.
 */
export type SendRequest = <Answer>(
  sourceRequest: SourceRequest<Answer>,
  handle?: (answer: Answer) => Promise<void>,
) => Promise<void>;

type SourceRow = typeof sources.$inferSelect;

/** Requests that are never spent: an operator may need one. */
export const reservedRequests = 20;

const maxRestMs = 6 * hourMs;

/**
 * Runs a round of requests to a source, unless it pauses after a failure. The first failure ends the
 * round and starts a pause, twice as long each time. `round` is the cost of all requests of a round.
 */
export async function runSourceRound(
  tools: SourceTools,
  { source, round }: { source: Source; round: number },
  work: (send: SendRequest) => Promise<void>,
): Promise<void> {
  const row = await startRound(tools, source);
  if (!row) return;
  const current: Round = { tools, source, round, state: row, hasSent: false, hasSkipped: false };
  try {
    await work(async (sourceRequest, handle) => sendInRound(current, sourceRequest, handle));
    if (!current.hasSent) return;
    // Reset only after a whole round: a league that always fails would cost requests all the time.
    if (current.state.failures > 0) await saveState(current, { failures: 0, restUntil: null });
    logRemaining(current);
  } catch (error) {
    const isOurs = !(error instanceof SourceFailure);
    // The pause applies to our own failures too: a repeated request costs quota.
    const rest = await saveFailure(current, isOurs ? { kind: 'failed' } : error);
    if (isOurs) throw error;
    const { host } = source;
    tools.log.warn({ host, reason: error.message, restUntil: rest }, 'a source failed and rests');
  }
}

type Round = {
  tools: SourceTools;
  source: Source;
  round: number;
  state: SourceRow;
  hasSent: boolean;
  /** True if a request was not sent because too few remain. */
  hasSkipped: boolean;
};

/** A new key is another row: what a host said of the old one does not hold for it. */
function toSourceRowKey(
  { host, key }: Source,
  secret: string,
): Pick<SourceRow, 'host' | 'keyHash'> {
  const hash = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  return { host, keyHash: key === null ? '' : hash(`key of a source ${key}`) };
}

function isSourceRow({ host, keyHash }: Pick<SourceRow, 'host' | 'keyHash'>) {
  return and(eq(sources.host, host), eq(sources.keyHash, keyHash));
}

/** The state of a source, which is made where it is new; undefined while it is left alone. */
async function startRound(tools: SourceTools, source: Source): Promise<SourceRow | undefined> {
  const identity = toSourceRowKey(source, tools.secret);
  await tools.database.insert(sources).values(identity).onConflictDoNothing();
  const row = await readSourceState(tools, source);
  return row?.restUntil && row.restUntil > tools.clock() ? undefined : row;
}

/** State of a source under its key; undefined before the first request. */
export async function readSourceState(
  { database, secret }: { database: Pick<Queryable, 'select'>; secret: string },
  source: Source,
): Promise<SourceRow | undefined> {
  const [row] = await database
    .select()
    .from(sources)
    .where(isSourceRow(toSourceRowKey(source, secret)));
  return row;
}

/** Until when a source is left alone that failed; undefined where it may be asked. */
export async function readRestUntil(
  { clock, ...tools }: Pick<SourceTools, 'database' | 'clock' | 'secret'>,
  source: Source,
): Promise<Date | undefined> {
  const { restUntil } = (await readSourceState(tools, source)) ?? {};
  return restUntil && restUntil > clock() ? restUntil : undefined;
}

async function sendInRound<Answer>(
  current: Round,
  sourceRequest: SourceRequest<Answer>,
  handle?: (answer: Answer) => Promise<void>,
): Promise<void> {
  const { tools, source, state } = current;
  const { name, path, query, read } = sourceRequest;
  const now = tools.clock();
  const pause = computePause(current, sourceRequest, now);
  const last = state.answered[name];
  current.hasSkipped ||= pause === undefined;
  if (pause === undefined) return;
  if (last !== undefined && now.getTime() - Date.parse(last) < pause) return;

  current.hasSent = true;
  const response = await fetchFromSource(source, { path, query }, tools).catch((error: unknown) => {
    // A league that the source does not have is no reason to leave the others.
    const isPassedOver = ({ kind }: SourceFailure) =>
      kind === 'unknown' || (kind === 'refused' && sourceRequest.isOptional === true);
    if (error instanceof SourceFailure && isPassedOver(error)) return undefined;
    throw error;
  });
  if (response?.remaining !== undefined)
    await saveState(current, { remaining: response.remaining });
  if (response) {
    await handle?.(read(response.body));
  } else {
    tools.log.warn(
      { host: source.host, request: name },
      'a source does not know what it was asked',
    );
  }
  await saveState(current, {
    answered: { ...keepRecentAnswers(state.answered, now), [name]: now.toISOString() },
  });
}

/** An older answer is due again however few requests remain: no pause outlasts a month. */
const maxPauseMs = 31 * dayMs;

function keepRecentAnswers(answered: SourceRow['answered'], now: Date): SourceRow['answered'] {
  const since = new Date(now.getTime() - maxPauseMs).toISOString();
  return Object.fromEntries(Object.entries(answered).filter(([, at]) => at >= since));
}

/**
 * Minimum milliseconds between two requests; undefined if too few requests remain. A free request
 * reports the quota.
 */
function computePause(
  { state: { remaining }, round }: Round,
  { cost, pause }: Pick<SourceRequest<unknown>, 'cost' | 'pause'>,
  now: Date,
): number | undefined {
  if (remaining === null) return pause;
  if (cost === 0) return remaining - round < reservedRequests ? Math.min(pause, hourMs) : pause;
  if (remaining - cost < reservedRequests) return undefined;
  return computeEvenPause({ remaining, round, pause }, now);
}

/** The pause that spends the remaining requests evenly until the month ends, when services count anew. */
export function computeEvenPause(
  { remaining, round, pause }: { remaining: number; round: number; pause: number },
  now: Date,
): number {
  const monthEnds = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const rounds = Math.max(1, Math.floor((remaining - reservedRequests) / round));
  return Math.max(pause, (monthEnds - now.getTime()) / rounds);
}

function logRemaining({
  tools,
  source: { host },
  round,
  state: { remaining },
  hasSkipped,
}: Round): void {
  if (remaining === null) return;
  const { log, clock } = tools;
  if (hasSkipped || remaining <= reservedRequests) {
    log.warn(
      { host, remaining },
      'a source has too few requests left and is not asked until it has more',
    );
    return;
  }
  const minutes = Math.round(computeEvenPause({ remaining, round, pause: 0 }, clock()) / minuteMs);
  log.info(
    { host, remaining, minutes },
    'requests of a source last with a round in so many minutes',
  );
}

async function saveFailure(
  current: Round,
  { kind, pause = 0 }: Pick<SourceFailure, 'kind'> & Partial<Pick<SourceFailure, 'pause'>>,
): Promise<Date> {
  const { state, tools } = current;
  const failures = state.failures + 1;
  const first = kind === 'refused' || kind === 'spent' ? hourMs : minuteMs;
  const rest = Math.max(pause, Math.min(maxRestMs, first * 2 ** Math.min(failures - 1, 20)));
  const restUntil = new Date(tools.clock().getTime() + rest);
  await saveState(current, { failures, restUntil, ...(kind === 'spent' && { remaining: 0 }) });
  return restUntil;
}

async function saveState(current: Round, changes: Partial<SourceRow>): Promise<void> {
  current.state = { ...current.state, ...changes };
  await current.tools.database.update(sources).set(changes).where(isSourceRow(current.state));
}
