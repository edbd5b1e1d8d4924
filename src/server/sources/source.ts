import { dayMs } from '#domain/durations.ts';

/** APIs of sources, recognised by the end of the URL. */
const sourceApis = ['v3', 'v4', 'matches'] as const;

/** A service for odds or results. */
export type Source = {
  /** `v3` and `v4` are versions of the odds API; `matches` is the API of football-data.org. */
  api: (typeof sourceApis)[number];
  host: string;
  /** The base URL, without a slash at the end. */
  url: string;
  /** Null if the source needs no key. */
  key: string | null;
};

/** Parses the URL of a source; undefined if the URL is invalid or its API is unknown. */
export function parseSource(address: string, key: string | null): Source | undefined {
  const at = URL.parse(address);
  // A key must not be part of the URL, because URLs are printed.
  if (!at || !/^https?:$/.test(at.protocol) || at.search || at.hash || at.username)
    return undefined;
  const url = `${at.origin}${at.pathname.replace(/\/+$/, '')}`;
  const form = sourceApis.find((each) => url.endsWith(`/${each}`));
  return form && { api: form, host: at.host, url, key };
}

/** A failed request to a source; its message contains neither URL nor key. */
export class SourceFailure extends Error {
  override name = 'SourceFailure';
  /**
   * `spent`: the quota is used up. `unknown`: the requested data does not exist. All others are
   * failures of the source.
   */
  readonly kind: 'refused' | 'spent' | 'unknown' | 'busy' | 'failed' | 'unreadable';
  /** The pause in milliseconds that the source requested. */
  readonly pause: number | undefined;

  constructor(kind: SourceFailure['kind'], message: string, pause?: number) {
    super(message);
    this.kind = kind;
    this.pause = pause;
  }
}

/** The body of a response, and the remaining requests from its headers. */
type SourceResponse = { body: unknown; remaining: number | undefined };

const defaultTimeoutMs = 10_000;
const maxAnswerBytes = 8_000_000;

/** Sends one request to a source; throws `SourceFailure` unless the response is valid. */
export async function fetchFromSource(
  source: Source,
  { path, query }: { path: string; query: Readonly<Record<string, string>> },
  {
    fetch,
    clock,
    timeoutMs = defaultTimeoutMs,
  }: { fetch: typeof globalThis.fetch; clock: () => Date; timeoutMs?: number | undefined },
): Promise<SourceResponse> {
  const { key, api, host } = source;
  const url = new URL(`${source.url}${path}`);
  url.search = new URLSearchParams({
    ...(key !== null && api !== 'matches' && { apiKey: key }),
    ...query,
  }).toString();
  const headers = {
    accept: 'application/json',
    ...(key !== null && api === 'matches' && { 'x-auth-token': key }),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  // The original error is dropped, because it may contain the URL with the key.
  const response = await fetch(url, { headers, signal, redirect: 'error' }).catch(() => {
    throw new SourceFailure('failed', `${host} gave no answer`);
  });
  const text = await readResponseText(response).catch((error: unknown) => {
    throw error instanceof SourceFailure
      ? error
      : new SourceFailure('failed', `${host} broke off its answer`);
  });
  const remaining = parseNumber(response.headers.get('x-requests-remaining'));
  if (!response.ok) {
    const pause = parsePause(response.headers, clock());
    throw toSourceFailure(host, { status: response.status, text, remaining, pause });
  }
  try {
    return { body: JSON.parse(text), remaining };
  } catch {
    throw createUnexpectedFormFailure(source);
  }
}

/** Creates the failure for a response of unexpected form. */
export function createUnexpectedFormFailure({ host, api }: Source): SourceFailure {
  return new SourceFailure('unreadable', `${host} answered something else than ${api}`);
}

async function readResponseText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxAnswerBytes)
      throw new SourceFailure('unreadable', 'The answer has no end');
  }
  return text + decoder.decode();
}

type FailedResponse = {
  status: number;
  text: string;
  remaining: number | undefined;
  pause: number | undefined;
};

function toSourceFailure(
  host: string,
  { status, text, remaining, pause }: FailedResponse,
): SourceFailure {
  const summary = `${host} answered ${status}`;
  const isRefusal = status === 401 || status === 403;
  // Version 4 has an error code for a spent quota; version 3 has only the header.
  const isSpent = text.includes('OUT_OF_USAGE_CREDITS') || remaining === 0;
  if ((isRefusal || status === 429) && isSpent) {
    return new SourceFailure('spent', `${summary}: no requests are left`);
  }
  if (isRefusal) return new SourceFailure('refused', `${summary}: it does not take the key`);
  if (status === 429) return new SourceFailure('busy', summary, pause);
  if (status === 404 || status === 422) return new SourceFailure('unknown', summary);
  return new SourceFailure('failed', summary, pause);
}

/** Returns the requested pause in milliseconds, sent as seconds or as a date. */
function parsePause(headers: Headers, now: Date): number | undefined {
  const retryAfter = headers.get('retry-after');
  const seconds = parseNumber(retryAfter) ?? parseNumber(headers.get('x-requestcounter-reset'));
  const sentAt = parseInstant(headers.get('date')) ?? now.getTime();
  const until = parseInstant(retryAfter);
  const pause = seconds === undefined ? until && until - sentAt : seconds * 1000;
  return pause === undefined ? undefined : Math.min(dayMs, Math.max(0, pause));
}

/** Parses an HTTP date; returns milliseconds since 1970. */
function parseInstant(text: string | null): number | undefined {
  const isDate = text !== null && /^[A-Z][a-z]{2}, /.test(text);
  const instant = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

function parseNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : undefined;
}
