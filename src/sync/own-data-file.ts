import { exportOwnData } from '#contract/accounts.ts';
import { pathOf, readProblem } from './backend/api.ts';
import { type Clock, deviceClock } from './clock.ts';
import type { OperationProblem } from './outbox/operation-row.ts';
import { retryAfterOf } from './backend/retry-after.ts';
import { bareToken } from './backend/token.ts';

/** The format of the file with a member's own data. */
export type OwnFileFormat = 'json' | 'csv';

/** The result of the request; `retryAfter` in milliseconds. */
export type OwnFileAnswer =
  | { kind: 'file'; file: Blob }
  | { kind: 'refused'; problem: OperationProblem; retryAfter?: number }
  | { kind: 'unreachable'; cause: 'no-answer' | 'too-slow' };

const types: Record<OwnFileFormat, RegExp> = {
  json: /^application\/json\b/,
  csv: /^text\/csv\b/,
};

/** Longer than for other requests: a season of tips takes a while over a slow connection. */
const timeLimit = 60_000;

type OwnFileParts = {
  /** As the configuration has it; empty for the origin of the site. */
  baseUrl: string;
  token: string | undefined;
  fetch: typeof fetch;
  clock?: Clock;
};

/**
 * Fetches a member's own data as a file, without the API's client, which accepts only JSON. An answer of
 * another content type is not the server's.
 */
export async function fetchOwnFile(
  format: OwnFileFormat,
  parts: OwnFileParts,
): Promise<OwnFileAnswer> {
  const { clock = deviceClock } = parts;
  const deadline = new AbortController();
  const late = Promise.withResolvers<OwnFileAnswer>();
  const callOff = clock.after(timeLimit, () => {
    deadline.abort();
    // Not every browser ends a hanging request on abort.
    late.resolve({ kind: 'unreachable', cause: 'too-slow' });
  });
  const asked = ask(format, parts, deadline.signal).catch((): OwnFileAnswer => {
    return { kind: 'unreachable', cause: deadline.signal.aborted ? 'too-slow' : 'no-answer' };
  });
  return Promise.race([asked, late.promise]).finally(callOff);
}

async function ask(
  format: OwnFileFormat,
  { baseUrl, token, fetch, clock = deviceClock }: OwnFileParts,
  signal: AbortSignal,
): Promise<OwnFileAnswer> {
  const bearer = bareToken(token);
  const address = `${baseUrl.replace(/\/+$/, '')}${pathOf(exportOwnData, {}, { format })}`;
  const answer = await fetch(address, {
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    redirect: 'error',
    cache: 'no-store',
    credentials: 'same-origin',
    signal,
  });
  if (!answer.ok) return problemIn(answer, clock);
  const isFile = types[format].test(answer.headers.get('content-type') ?? '');
  if (!isFile) return { kind: 'unreachable', cause: 'no-answer' };
  return { kind: 'file', file: await answer.blob() };
}

/** The server's problem; a page in its place counts as no answer. */
async function problemIn(answer: Response, clock: Clock): Promise<OwnFileAnswer> {
  const body: unknown = await answer.json();
  const problem = readProblem(answer.status, body);
  if (!problem) return { kind: 'unreachable', cause: 'no-answer' };
  const retryAfter = retryAfterOf(answer.headers, clock.now());
  return { kind: 'refused', problem, ...(retryAfter !== undefined && { retryAfter }) };
}
