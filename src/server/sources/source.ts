/** What a source of odds or results speaks, which the end of its address says. */
const forms = ['v3', 'v4', 'matches'] as const;

/** A service that is asked for odds or results. */
export type Source = {
  /** Versions of the odds service, and matches as football-data.org tells them. */
  form: (typeof forms)[number];
  host: string;
  /** Its address, without a slash at the end. */
  url: string;
  /** Null where it asks for none. */
  key: string | null;
};

/** The source under an address, or undefined where nothing says what it speaks. */
export function sourceAt(address: string, key: string | null): Source | undefined {
  const at = URL.parse(address);
  // A key belongs into its own setting: addresses are shown, keys never.
  if (!at || !/^https?:$/.test(at.protocol) || at.search || at.hash || at.username)
    return undefined;
  const url = `${at.origin}${at.pathname.replace(/\/+$/, '')}`;
  const form = forms.find((each) => url.endsWith(`/${each}`));
  return form && { form, host: at.host, url, key };
}

/** Why a source gave no answer; its message holds neither its address nor the key. */
export class SourceFailure extends Error {
  override name = 'SourceFailure';
  /** `spent`: no requests are left; `unknown`: it has nothing under this name; the rest is its trouble. */
  readonly kind: 'refused' | 'spent' | 'unknown' | 'busy' | 'failed' | 'unreadable';
  /** How long it wants to be left alone, in milliseconds. */
  readonly pause: number | undefined;

  constructor(kind: SourceFailure['kind'], message: string, pause?: number) {
    super(message);
    this.kind = kind;
    this.pause = pause;
  }
}

/** An answer, and how many requests the source says are left. */
type Heard = { body: unknown; remaining: number | undefined };

const usualPatience = 10_000;
const longestAnswer = 8_000_000;

/** Asks a source once; throws a `SourceFailure` where it does not answer as it should. */
export async function request(
  source: Source,
  { path, query }: { path: string; query: Readonly<Record<string, string>> },
  {
    fetch,
    within = usualPatience,
  }: { fetch: typeof globalThis.fetch; within?: number | undefined },
): Promise<Heard> {
  const { key, form, host } = source;
  const url = new URL(`${source.url}${path}`);
  url.search = new URLSearchParams({
    ...(key !== null && form !== 'matches' && { apiKey: key }),
    ...query,
  }).toString();
  const headers = {
    accept: 'application/json',
    ...(key !== null && form === 'matches' && { 'x-auth-token': key }),
  };
  const signal = AbortSignal.timeout(within);
  // What goes wrong in here may repeat the address, and with it the key.
  const response = await fetch(url, { headers, signal, redirect: 'error' }).catch(() => {
    throw new SourceFailure('failed', `${host} gave no answer`);
  });
  const text = await textOf(response).catch((error: unknown) => {
    throw error instanceof SourceFailure
      ? error
      : new SourceFailure('failed', `${host} broke off its answer`);
  });
  const remaining = numberIn(response.headers.get('x-requests-remaining'));
  if (!response.ok) throw failureOf(host, response, text, remaining);
  try {
    return { body: JSON.parse(text), remaining };
  } catch {
    throw notUnderstood(source);
  }
}

/** What is thrown where an answer is something else than it should be. */
export function notUnderstood({ host, form }: Source): SourceFailure {
  return new SourceFailure('unreadable', `${host} answered something else than ${form}`);
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestAnswer) throw new SourceFailure('unreadable', 'The answer has no end');
  }
  return text + decoder.decode();
}

function failureOf(
  host: string,
  { status, headers }: Response,
  text: string,
  remaining: number | undefined,
): SourceFailure {
  const said = `${host} answered ${status}`;
  const isRefusal = status === 401 || status === 403;
  // Version 4 says so in a code of its own; version 3 with the figure alone.
  const isSpent = text.includes('OUT_OF_USAGE_CREDITS') || remaining === 0;
  if ((isRefusal || status === 429) && isSpent) {
    return new SourceFailure('spent', `${said}: no requests are left`);
  }
  if (isRefusal) return new SourceFailure('refused', `${said}: it does not take the key`);
  if (status === 429) {
    return new SourceFailure('busy', said, pauseIn(headers));
  }
  if (status === 404 || status === 422) return new SourceFailure('unknown', said);
  return new SourceFailure('failed', said, pauseIn(headers));
}

const day = 24 * 60 * 60 * 1000;

/** Seconds, as services of odds and football say them. */
function pauseIn(headers: Headers): number | undefined {
  const seconds =
    numberIn(headers.get('retry-after')) ?? numberIn(headers.get('x-requestcounter-reset'));
  return seconds === undefined ? undefined : Math.min(day, seconds * 1000);
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : undefined;
}
