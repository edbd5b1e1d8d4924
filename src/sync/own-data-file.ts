import { exportOwnData } from '#contract/accounts.ts';
import { pathOf, readProblem } from './api.ts';
import { type Clock, deviceClock } from './clock.ts';
import type { OperationProblem } from './operation-row.ts';
import { retryAfterOf } from './retry-after.ts';
import { bareToken } from './token.ts';

/** One's own data as the server writes it out. */
export type OwnFileFormat = 'json' | 'csv';

/** What came of asking for it; `retryAfter` is how many milliseconds the server wants to be left. */
export type OwnFileAnswer =
  | { kind: 'file'; file: Blob }
  | { kind: 'refused'; problem: OperationProblem; retryAfter?: number }
  | { kind: 'unreachable'; cause: 'no-answer' | 'too-slow' };

const types: Record<OwnFileFormat, RegExp> = {
  json: /^application\/json\b/,
  csv: /^text\/csv\b/,
};

/** Longer than an ordinary answer may take: a season of tips comes over a slow line as well. */
const timeLimit = 60_000;

type OwnFileParts = {
  /** As the configuration has it; empty for the origin of the site. */
  baseUrl: string;
  token: string | undefined;
  fetch: typeof fetch;
  clock?: Clock;
};

/**
 * Fetches everything of a member's own as a file. A table is no JSON, so the API's client cannot
 * judge it; another page in its place is told by its kind, and nothing is done with it here.
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
    // Not every browser ends a request that hangs, and nobody may wait for it for ever.
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

/** What the server says against it; a page that answers for the server says nothing. */
async function problemIn(answer: Response, clock: Clock): Promise<OwnFileAnswer> {
  const body: unknown = await answer.json();
  const problem = readProblem(answer.status, body);
  if (!problem) return { kind: 'unreachable', cause: 'no-answer' };
  const retryAfter = retryAfterOf(answer.headers, clock.now());
  return { kind: 'refused', problem, ...(retryAfter !== undefined && { retryAfter }) };
}
