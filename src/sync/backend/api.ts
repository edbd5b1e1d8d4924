import { createFetch } from 'ofetch';
import * as z from 'zod/mini';
import type { ReplyOf, Route } from '#contract/route.ts';
import { Problem } from '#contract/sync.ts';
import type { Backend } from './backend.ts';
import { type Clock, deviceClock } from '../clock.ts';
import { parseDocumentedProblem } from './documented-problem.ts';
import type { FrozenRequest, OperationProblem } from '../outbox/operation-row.ts';
import { parseRetryAfterMs } from './retry-after.ts';
import { unquoteToken } from './token.ts';
import { verifyResponse } from './valid-response.ts';

const callTimeoutMs = 15_000;

/** Time without a response after which `onSilence` is called, in milliseconds. */
const silenceMs = 6_000;

/** The result of a call. `ok`, `refused` and `unchanged` are valid responses of the server. */
export type ApiAnswer<Reply> =
  | { kind: 'ok'; reply: Reply; status: number; etag?: string; version?: number; next?: string }
  | { kind: 'refused'; problem: OperationProblem; status: number; retryAfter?: number }
  | { kind: 'unchanged' }
  | {
      kind: 'unreachable';
      cause: 'network' | 'timeout' | 'not-verified';
      retryAfter?: number;
      status?: number;
    };

type PlainRequest = {
  method: string;
  path: string;
  body?: string | undefined;
  ifMatch?: number | undefined;
  etag?: string | undefined;
  key?: string | undefined;
  form?: FrozenRequest['form'];
  file?: FrozenRequest['file'];
  /** Replaces the current token; the drain checks that this token belongs to its member. */
  token?: string | undefined;
  /** Timeout of the request, in milliseconds. */
  timeoutMs?: number;
};

/** Parameters, body and headers of a call. */
export type CallOptions = {
  params?: Record<string, string> | undefined;
  query?: Record<string, string | number | boolean> | undefined;
  body?: unknown;
  key?: string;
  ifMatch?: number;
  etag?: string | undefined;
  token?: string;
  timeoutMs?: number;
};

/** The typed client of the API. Every response is verified; no request is retried. */
export type Api = {
  /** Calls a route and parses the reply with the route's schema. */
  call<R extends Route>(route: R, options?: CallOptions): Promise<ApiAnswer<ReplyOf<R>>>;
  /**
   * Calls a route and parses the reply with another schema, for lists whose rows are parsed one by
   * one.
   */
  callWithSchema<Reply extends z.ZodMiniType>(
    route: Route,
    reply: Reply,
    options?: CallOptions,
  ): Promise<ApiAnswer<z.output<Reply>>>;
  /** Sends the bytes of a frozen request. */
  send<Reply extends z.ZodMiniType>(
    request: PlainRequest,
    reply: Reply,
  ): Promise<ApiAnswer<z.output<Reply>>>;
  /** Makes an address of the API absolute, because the API may be on another host than the page. */
  resolveAddress(named: string): string;
};

/** Reads the site's cookies; asynchronous in a worker. */
export type CookieReader = () => string | Promise<string>;

export type ApiDependencies = {
  /** The API's base URL from the configuration; empty for the site's own origin. */
  baseUrl: string;
  /** The site's own origin. */
  origin?: string;
  fetch: typeof fetch;
  token: () => string | undefined;
  clock?: Clock;
  /** The backend, undefined until it has answered a ping; read at each request and response. */
  backend?: () => Backend | undefined;
  /** The app's language, sent because some calls cause mails. */
  language?: () => string;
  /** The site's cookies, for the XSRF header on its own origin. */
  cookies?: CookieReader | undefined;
  /** True to omit all headers that would require a CORS preflight. */
  bare?: boolean;
  /** Aborts requests without a key; requests with a key wait for their response. */
  signal?: AbortSignal;
  /** Called with the result of every call. */
  onAnswer?: (answer: ApiAnswer<unknown>) => void;
  /** Called after `silenceMs` without a response; the request continues. */
  onSilence?: () => void;
  /** Called with a response's `Date` and this device's time halfway through the request. */
  onServerTime?: (serverTime: number, deviceTime: number) => void;
};

/** Creates the client of one API. */
export function createApi(parts: ApiDependencies): Api {
  const base = new URL(parts.baseUrl, parts.origin ?? location.origin);
  const root = base.href.replace(/\/+$/, '');
  const { clock = deviceClock, backend = () => undefined } = parts;
  const http = createFetch({ fetch: parts.fetch });

  async function send<Reply extends z.ZodMiniType>(
    plain: PlainRequest,
    reply: Reply,
  ): Promise<ApiAnswer<z.output<Reply>>> {
    const answer = await attempt(plain, reply);
    parts.onAnswer?.(answer);
    return answer;
  }

  async function attempt<Reply extends z.ZodMiniType>(
    plain: PlainRequest,
    reply: Reply,
  ): Promise<ApiAnswer<z.output<Reply>>> {
    const deadline = new AbortController();
    const late = Promise.withResolvers<undefined>();
    const giveUp = () => {
      deadline.abort();
      // Some browsers do not end a hanging request on abort.
      late.resolve(undefined);
    };
    const { timeoutMs = callTimeoutMs } = plain;
    let callOff =
      timeoutMs <= silenceMs
        ? clock.schedule(timeoutMs, giveUp)
        : clock.schedule(silenceMs, () => {
            callOff = clock.schedule(timeoutMs - silenceMs, giveUp);
            parts.onSilence?.();
          });
    const startedAt = clock.now();
    const performFetch = async () =>
      http.raw<unknown, 'text'>(`${root}${plain.path}`, {
        method: plain.method,
        headers: await buildHeaders(plain, parts, backend()),
        ...serializeBody(plain),
        signal:
          parts.signal && plain.key === undefined
            ? AbortSignal.any([parts.signal, deadline.signal])
            : deadline.signal,
        redirect: 'error',
        cache: 'no-store',
        credentials: 'same-origin',
        responseType: 'text',
        retry: false,
        ignoreResponseError: true,
      });
    const response = await Promise.race([performFetch().catch(() => undefined), late.promise]);
    callOff();
    if (response) return answerOf(response, plain, reply, startedAt);
    return { kind: 'unreachable', cause: deadline.signal.aborted ? 'timeout' : 'network' };
  }

  function answerOf<Reply extends z.ZodMiniType>(
    response: Response & { _data?: string },
    plain: PlainRequest,
    reply: Reply,
    startedAt: number,
  ): ApiAnswer<z.output<Reply>> {
    const now = clock.now();
    const { status, headers } = response;
    const retryAfter = parseRetryAfterMs(headers, now);
    const wait = { ...(retryAfter !== undefined && { retryAfter }) };
    const unbelievable = { kind: 'unreachable', cause: 'not-verified', status, ...wait } as const;
    const serverTime = Date.parse(headers.get('date') ?? '');
    const learnTime = () => {
      if (!Number.isNaN(serverTime)) parts.onServerTime?.(serverTime, (startedAt + now) / 2);
    };

    if (status === 304 && plain.etag !== undefined && !response.redirected) {
      learnTime();
      return { kind: 'unchanged' };
    }
    const known = backend();
    const answer = verifyResponse(response, response._data ?? '', {
      origin: base.origin,
      key: plain.key,
      echoes: known && known.kind === 'touchline',
    });
    if (!answer.valid) return unbelievable;

    const received = { status, body: answer.body, etag: headers.get('etag') ?? undefined };
    const read = parseAnswer(received, reply, known);
    if (!read) return unbelievable;
    learnTime();
    if (read.kind === 'refused') return { ...read, ...wait };
    if (known?.kind === 'spec') return read;
    const next = /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
    return { ...read, ...(next !== undefined && { next }) };
  }

  function callAs<Reply extends z.ZodMiniType>(
    route: Route,
    reply: Reply,
    { params, query, body, ...rest }: CallOptions = {},
  ): Promise<ApiAnswer<z.output<Reply>>> {
    return send(
      {
        ...rest,
        method: route.method,
        path: buildPath(route, params, query),
        body: route.method === 'GET' ? undefined : JSON.stringify(body ?? {}),
      },
      reply,
    );
  }

  function addressOf(named: string): string {
    if (parts.baseUrl === '' || URL.canParse(named) || named.startsWith('//')) return named;
    return `${root}/${named.replace(/^\/+/, '')}`;
  }

  return {
    send,
    callWithSchema: callAs,
    resolveAddress: addressOf,
    call<R extends Route>(route: R, options?: CallOptions): Promise<ApiAnswer<ReplyOf<R>>> {
      return callAs<R['reply']>(route, route.reply, options);
    },
  };
}

/** Builds the path of a call from its parameters and query. */
export function buildPath(
  route: Pick<Route, 'path'>,
  params: Record<string, string> = {},
  query: Record<string, string | number | boolean> = {},
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`;
}

async function buildHeaders(
  plain: PlainRequest,
  parts: ApiDependencies,
  backend: Backend | undefined,
): Promise<Headers> {
  const headers = new Headers({ accept: 'application/json, application/problem+json' });
  if (parts.bare) return headers;
  // The browser sets the content type of a form, which contains the boundary.
  if (!isForm(plain)) headers.set('content-type', 'application/json');
  const token = unquoteToken(plain.token ?? parts.token());
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (parts.language) headers.set('accept-language', parts.language());
  // A spec-only backend may not allow these headers across origins.
  if (backend?.kind !== 'spec') {
    if (plain.key !== undefined) headers.set('idempotency-key', plain.key);
    if (plain.ifMatch !== undefined) headers.set('if-match', `"${plain.ifMatch}"`);
    if (plain.etag !== undefined) headers.set('if-none-match', plain.etag);
  }

  const ownSite = !URL.canParse(parts.baseUrl);
  const xsrf = ownSite && plain.method !== 'GET' ? await readXsrfToken(parts.cookies) : undefined;
  if (xsrf) headers.set('x-xsrf-token', decodeCookie(xsrf));
  return headers;
}

/** Reads the XSRF cookie; undefined on an error, because the request is sent nevertheless. */
async function readXsrfToken(cookies: CookieReader | undefined): Promise<string | undefined> {
  try {
    return /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec((await cookies?.()) ?? '')?.[1];
  } catch {
    return undefined;
  }
}

/** Returns an undecodable text unchanged: other sites of the domain can set such a cookie. */
function decodeCookie(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses the body of a response; undefined if the body matches no schema of this backend. */
export function parseAnswer<Reply extends z.ZodMiniType>(
  received: { status: number; body: unknown; etag?: string | undefined },
  reply: Reply,
  backend: Backend | undefined,
): Extract<ApiAnswer<z.output<Reply>>, { kind: 'ok' | 'refused' }> | undefined {
  const { status, body, etag } = received;
  if (status < 200 || status > 299) {
    const problem = parseProblem(status, body, backend);
    return problem && { kind: 'refused', problem: { ...problem, status }, status };
  }
  const read = z.safeParse(reply, body);
  if (!read.success) return undefined;
  const versioned = VersionedBody.safeParse(body);
  return {
    kind: 'ok',
    reply: read.data,
    status,
    ...(etag !== undefined && { etag }),
    ...(versioned.success && { version: versioned.data.version }),
  };
}

/** Parses a problem; undefined if the body matches no schema of this backend. */
export function parseProblem(
  status: number,
  body: unknown,
  backend?: Backend,
): OperationProblem | undefined {
  return (
    Problem.safeParse(body).data ?? (backend?.parseProblem ?? parseDocumentedProblem)(status, body)
  );
}

const VersionedBody = z.looseObject({ version: z.int() });

const FormFields = z.record(z.string(), z.unknown());

/** True if the body is sent as a form, which may contain a file. */
function isForm({ form, file }: PlainRequest): boolean {
  return form === true || file !== undefined;
}

/** Serializes the body of a request. */
function serializeBody(plain: PlainRequest): { body?: string | FormData } {
  const { body, file } = plain;
  if (!isForm(plain)) return body === undefined ? {} : { body };
  const form = new FormData();
  for (const [name, value] of Object.entries(FormFields.parse(JSON.parse(body ?? '{}')))) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (file) form.append(file.field, new Blob([file.bytes], { type: file.type }), file.field);
  return { body: form };
}
