import * as z from 'zod/mini';
import type { Configuration } from '#contract/site/site.ts';
import { ping as pingRoute, sendBatch } from '#contract/sync.ts';
import { ownTips } from '#contract/tips.ts';
import { type ApiAnswer, type Api, type CookieReader, createApi } from './api.ts';
import { type Backend, touchlineBackend } from './backend.ts';
import type { Clock } from '../clock.ts';
import { createId } from '../ids.ts';
import { type Observable, createObservable } from '../observable.ts';
import { createOddsHost, type OddsHost } from './odds-host.ts';
import { createRetryingApi } from './retrying-api.ts';
import { pingBackend, type PingAnswer } from './ping.ts';
import { backendDocument } from '../refresh/document-names.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { createServerTime, type ServerTime } from '../server-time.ts';
import type { Reachability } from '../status.ts';

/** Dependencies of a connection. */
export type ConnectionDependencies = {
  configuration: Pick<Configuration, 'apiBaseUrl' | 'oddsBaseUrl' | 'oddsApiKey'>;
  publicStore: PublicStore;
  token: () => string | undefined;
  origin: string;
  fetch: typeof fetch;
  clock: Clock;
  cookies?: CookieReader | undefined;
  /** Server time minus device time at the last start, in milliseconds. */
  serverOffset?: number | undefined;
  /** Aborts requests without a key. */
  signal?: AbortSignal;
};

/** The connection to the backend: reachability, kind of backend, and the server's time. */
export type Connection = {
  api: Api;
  /** The API client for reading rows; retries if a busy server sends Retry-After. */
  readApi: Api;
  odds: OddsHost;
  /** True if fixtures come from an odds service, which returns one league per request. */
  hasSeparateLeagues: () => boolean;
  reachability: Observable<Reachability>;
  backend: Observable<Backend | undefined>;
  serverTime: ServerTime;
  ping: () => Promise<PingAnswer>;
  /** Pings with a short timeout; the result changes `reachability`. */
  checkServer: () => Promise<void>;
  /** Time of the server's last response. */
  lastResponseAt: () => number;
  /** Pings a spec-only backend again: it may have been updated, or was a captive portal. */
  recheckBackendKind: () => void;
  /**
   * Confirms that the server refuses a token, because a network can forge a 401. The request is an
   * empty batch, which changes nothing and whose response echoes its key; on a spec-only backend, a
   * read.
   */
  isTokenRefused: (token: string) => Promise<boolean>;
  /** Sets `offline` when the browser reports it; the next response sets `online` again. */
  reportOffline: () => void;
  /** Restores the backend and clock offset stored by an earlier start. */
  restore: () => Promise<void>;
};

/** Timeout of a ping in milliseconds; shorter than a request's, which may send more data. */
const pingTimeoutMs = 5_000;

/** Creates the connection without sending anything. */
export function createConnection(parts: ConnectionDependencies): Connection {
  const { publicStore, clock, origin } = parts;
  const { apiBaseUrl, oddsBaseUrl, oddsApiKey } = parts.configuration;
  const reachability = createObservable<Reachability>('unknown');
  const backend = createObservable<Backend | undefined>(undefined);
  const serverTime = createServerTime(clock, publicStore, parts.serverOffset);
  const oddsElsewhere = new URL(oddsBaseUrl, origin).origin !== new URL(apiBaseUrl, origin).origin;
  const shared = { origin, clock, fetch: parts.fetch };
  const api = createApi({
    ...shared,
    baseUrl: apiBaseUrl,
    token: parts.token,
    backend: backend.get,
    onAnswer,
    onSilence: () => void checkServer(),
    onServerTime: serverTime.learn,
    cookies: parts.cookies,
    ...(parts.signal && { signal: parts.signal }),
  });
  const oddsApi = createApi({
    ...shared,
    baseUrl: oddsBaseUrl,
    token: () => undefined,
    bare: true,
  });

  let lastResponseAt = clock.now();
  let looking: Promise<unknown> | undefined;

  function onAnswer(answer: ApiAnswer<unknown>): void {
    if (answer.kind !== 'unreachable' || answer.cause === 'not-verified')
      lastResponseAt = clock.now();
    if (answer.kind !== 'unreachable') reachability.set('online');
    // A spec-only backend may answer an unknown route with an HTML page.
    else if (answer.cause !== 'not-verified' || backend.get()?.kind !== 'spec') {
      reachability.set('offline');
    }
  }

  async function ping(): Promise<PingAnswer> {
    const answer = await pingBackend(api, backend.get());
    if (answer.kind === 'unreachable') return answer;
    backend.set(answer.backend);
    reachability.set('online');
    if (answer.backend === touchlineBackend) {
      const document = { name: backendDocument, value: apiBaseUrl, fetchedAt: clock.now() };
      await publicStore.documents.put(document).catch(() => undefined);
    }
    return answer;
  }

  async function checkServer(): Promise<void> {
    looking ??= api.call(pingRoute, { timeoutMs: pingTimeoutMs });
    await looking;
    looking = undefined;
  }

  async function isTokenRefused(token: string): Promise<boolean> {
    const answer =
      backend.get()?.kind === 'spec'
        ? await api.callWithSchema(ownTips, z.unknown(), { token, query: { limit: 1 } })
        : await api.callWithSchema(sendBatch, z.unknown(), { token, key: createId(), body: [] });
    return answer.kind === 'refused' && answer.status === 401;
  }

  async function restore(): Promise<void> {
    const stored = await publicStore.documents.get(backendDocument).catch(() => undefined);
    if (stored?.value === apiBaseUrl) backend.set(touchlineBackend);
    await serverTime.restore().catch(() => undefined);
  }

  return {
    api,
    readApi: createRetryingApi({ api, clock, signal: parts.signal }),
    odds: createOddsHost({ api: oddsApi, apiKey: oddsApiKey, store: publicStore, now: clock.now }),
    hasSeparateLeagues: () => oddsElsewhere || backend.get()?.kind === 'spec',
    reachability,
    backend,
    serverTime,
    ping,
    checkServer,
    recheckBackendKind() {
      if (backend.get()?.kind === 'spec') void ping().catch(() => undefined);
    },
    isTokenRefused,
    lastResponseAt: () => lastResponseAt,
    reportOffline: () => reachability.set('offline'),
    restore,
  };
}
