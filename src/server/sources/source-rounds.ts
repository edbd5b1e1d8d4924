import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';

import { dayMs, hourMs, minuteMs } from '#domain/durations.ts';

import type { Database, Queryable } from '../db/database.ts';
import { sources } from '../db/source-tables.ts';
import { type Source, SourceFailure, fetchFromSource } from './source.ts';

export type SourceTools = {
  database: Database;
  clock: () => Date;
  /** Secret for hashing API keys. */
  secret: string;
  fetch: typeof globalThis.fetch;
  log: Record<'warn' | 'info', (about: object, sentence: string) => void>;
  /** Timeout of a request in milliseconds; ten seconds by default. */
  timeoutMs?: number;
};

/** A request to a source that is sent repeatedly with a pause. */
export type SourceRequest<Answer> = {
  /** Name under which the time of the last answer is stored. */
  name: string;
  path: string;
  query: Readonly<Record<string, string>>;
  /** Number of requests by which the service reduces its quota. */
  cost: number;
  /** Minimum milliseconds between two such requests, if enough of the quota remains. */
  pause: number;
  /** True if a refusal may mean that the service's plan excludes this data. */
  isOptional?: boolean;
  /** Parses the body of a response; throws `SourceFailure` if it is invalid. */
  read: (body: unknown) => Answer;
};

/**
 * Sends a request and passes its answer to `handle`. Sends nothing if the last answer is recent
 * enough or too little of the quota remains. If handling the response throws, the request stays due
 * and is retried.
 */
export type SendRequest = <Answer>(
  sourceRequest: SourceRequest<Answer>,
  handle?: (answer: Answer) => Promise<void>,
) => Promise<void>;

type SourceRow = typeof sources.$inferSelect;

/** Number of requests of a source's monthly quota that the server never sends: the operator's. */
export const operatorReservedRequests = 20;

const maxFailurePauseMs = 6 * hourMs;

/**
 * Runs a round of requests, unless the source is paused. The first failure ends the round and
 * starts a pause, which doubles each time. `round` is the cost of all requests of a round.
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
    // Reset only after a complete round, else a league that always fails would use up the quota.
    if (current.state.failures > 0) await saveState(current, { failures: 0, restUntil: null });
    logRemainingRequests(current);
  } catch (error) {
    const isOurs = !(error instanceof SourceFailure);
    // Errors of this server also cause a pause, as every repeated request costs quota.
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
  /** True if a request was not sent because too little of the quota remains. */
  hasSkipped: boolean;
};

/** Returns the key of a source's row; a new API key has its own quota and failures. */
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

/** Returns the state of a source, which is created if needed; undefined during a pause. */
async function startRound(tools: SourceTools, source: Source): Promise<SourceRow | undefined> {
  const identity = toSourceRowKey(source, tools.secret);
  await tools.database.insert(sources).values(identity).onConflictDoNothing();
  const row = await readSourceState(tools, source);
  return row?.restUntil && row.restUntil > tools.clock() ? undefined : row;
}

/** Reads the state of a source with its API key; undefined before the first request. */
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

/** Returns the end of a source's pause after failures; undefined if the source is not paused. */
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
    // If the source lacks one league, the requests for other leagues continue.
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
    answered: { ...removeOldAnswers(state.answered, now), [name]: now.toISOString() },
  });
}

/** Maximum milliseconds of a pause; the times of older answers are deleted. */
const maxPauseMs = 31 * dayMs;

function removeOldAnswers(answered: SourceRow['answered'], now: Date): SourceRow['answered'] {
  const since = new Date(now.getTime() - maxPauseMs).toISOString();
  return Object.fromEntries(Object.entries(answered).filter(([, at]) => at >= since));
}

/**
 * Returns the minimum milliseconds between two requests; undefined if too little of the quota
 * remains. A free request is always allowed, because it reports the quota.
 */
function computePause(
  { state: { remaining }, round }: Round,
  { cost, pause }: Pick<SourceRequest<unknown>, 'cost' | 'pause'>,
  now: Date,
): number | undefined {
  if (remaining === null) return pause;
  if (cost === 0)
    return remaining - round < operatorReservedRequests ? Math.min(pause, hourMs) : pause;
  if (remaining - cost < operatorReservedRequests) return undefined;
  return computeEvenPause({ remaining, round, pause }, now);
}

/** Returns a pause in milliseconds that spreads the remaining requests until the month ends. */
export function computeEvenPause(
  { remaining, round, pause }: { remaining: number; round: number; pause: number },
  now: Date,
): number {
  const monthEnds = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const rounds = Math.max(1, Math.floor((remaining - operatorReservedRequests) / round));
  return Math.max(pause, (monthEnds - now.getTime()) / rounds);
}

function logRemainingRequests({
  tools,
  source: { host },
  round,
  state: { remaining },
  hasSkipped,
}: Round): void {
  if (remaining === null) return;
  const { log, clock } = tools;
  if (hasSkipped || remaining <= operatorReservedRequests) {
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
  const rest = Math.max(
    pause,
    Math.min(maxFailurePauseMs, first * 2 ** Math.min(failures - 1, 20)),
  );
  const restUntil = new Date(tools.clock().getTime() + rest);
  await saveState(current, { failures, restUntil, ...(kind === 'spent' && { remaining: 0 }) });
  return restUntil;
}

async function saveState(current: Round, changes: Partial<SourceRow>): Promise<void> {
  current.state = { ...current.state, ...changes };
  await current.tools.database.update(sources).set(changes).where(isSourceRow(current.state));
}
