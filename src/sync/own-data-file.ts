import { exportOwnData } from '#contract/account/accounts.ts';
import { buildPath, parseProblem } from './backend/api.ts';
import { type Clock, deviceClock } from './clock.ts';
import type { OperationProblem } from './outbox/operation-row.ts';
import { parseRetryAfterMs } from './backend/retry-after.ts';
import { unquoteToken } from './backend/token.ts';

/** The format of the file with a member's own data. */
export type OwnDataFileFormat = 'json' | 'csv';

/** Response to the download; `retryAfter` is in milliseconds. */
export type FileAnswer =
  | { kind: 'file'; file: Blob }
  | { kind: 'refused'; problem: OperationProblem; retryAfter?: number }
  | { kind: 'unreachable'; cause: 'no-answer' | 'too-slow' };

const contentTypesByFormat: Record<OwnDataFileFormat, RegExp> = {
  json: /^application\/json\b/,
  csv: /^text\/csv\b/,
};

/** Timeout in milliseconds; long, because a season of tips is slow to download. */
const timeoutMs = 60_000;

/** Path of a file, and the content type that the response must have. */
export type FileTarget = { path: string; type: RegExp };

type FileDependencies = {
  /** The API's base URL from the configuration; empty for the site's own origin. */
  baseUrl: string;
  token: string | undefined;
  fetch: typeof fetch;
  clock?: Clock;
};

/** Returns the path and the expected content type of the file with a member's own data. */
export function ownDataFileTarget(format: OwnDataFileFormat): FileTarget {
  return { path: buildPath(exportOwnData, {}, { format }), type: contentTypesByFormat[format] };
}

/**
 * Fetches a file without the API's client, which accepts only JSON. A response of another content
 * type does not come from the server.
 */
export async function fetchFile(target: FileTarget, parts: FileDependencies): Promise<FileAnswer> {
  const { clock = deviceClock } = parts;
  const deadline = new AbortController();
  const late = Promise.withResolvers<FileAnswer>();
  const callOff = clock.schedule(timeoutMs, () => {
    deadline.abort();
    // Some browsers do not end a hanging request on abort.
    late.resolve({ kind: 'unreachable', cause: 'too-slow' });
  });
  const answer = requestFile(target, parts, deadline.signal).catch((): FileAnswer => {
    return { kind: 'unreachable', cause: deadline.signal.aborted ? 'too-slow' : 'no-answer' };
  });
  return Promise.race([answer, late.promise]).finally(callOff);
}

async function requestFile(
  { path, type }: FileTarget,
  { baseUrl, token, fetch, clock = deviceClock }: FileDependencies,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const bearer = unquoteToken(token);
  const address = `${baseUrl.replace(/\/+$/, '')}${path}`;
  const answer = await fetch(address, {
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    redirect: 'error',
    cache: 'no-store',
    credentials: 'same-origin',
    signal,
  });
  if (!answer.ok) return parseFileProblem(answer, clock);
  const isFile = type.test(answer.headers.get('content-type') ?? '');
  if (!isFile) return { kind: 'unreachable', cause: 'no-answer' };
  return { kind: 'file', file: await answer.blob() };
}

/** Parses the server's problem; an HTML page instead is reported as `no-answer`. */
async function parseFileProblem(answer: Response, clock: Clock): Promise<FileAnswer> {
  const body: unknown = await answer.json();
  const problem = parseProblem(answer.status, body);
  if (!problem) return { kind: 'unreachable', cause: 'no-answer' };
  const retryAfter = parseRetryAfterMs(answer.headers, clock.now());
  return { kind: 'refused', problem, ...(retryAfter !== undefined && { retryAfter }) };
}
