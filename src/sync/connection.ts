import type { Configuration } from '#contract/site.ts';
import { type Answer, type Api, createApi } from './api.ts';
import { type Backend, ownBackend } from './backend.ts';
import type { Clock } from './clock.ts';
import { type Observable, observed } from './observable.ts';
import { createOddsHost, type OddsHost } from './odds-host.ts';
import { askPing, type PingAnswer } from './ping.ts';
import type { PublicStore } from './public-store.ts';
import { createServerTime, type ServerTime } from './server-time.ts';
import type { Reachability } from './status.ts';

/** What the way to the backend is made of. */
export type ConnectionParts = {
  configuration: Pick<Configuration, 'apiBaseUrl' | 'oddsBaseUrl' | 'oddsApiKey'>;
  publicStore: PublicStore;
  token: () => string | undefined;
  origin: string;
  fetch: typeof fetch;
  clock: Clock;
  cookies?: (() => string) | undefined;
  /** By how much the server's clock is known to be ahead, before anything was read or heard. */
  serverOffset?: number | undefined;
  /** Calls off whatever is only being asked. */
  signal?: AbortSignal;
};

/** The way to the backend, and what is known of it: whether it is there, of which kind, and what time it has. */
export type Connection = {
  api: Api;
  odds: OddsHost;
  /** Whether the odds service lies on another origin than the API. */
  oddsElsewhere: boolean;
  reachability: Observable<Reachability>;
  backend: Observable<Backend | undefined>;
  serverTime: ServerTime;
  ping: () => Promise<PingAnswer>;
  /** The device says that it has no network: a hint that the next answer overrules. */
  lost: () => void;
  /** Takes up what an earlier start has learnt. */
  restore: () => Promise<void>;
};

/** Makes the connection; nothing is sent by that. */
export function createConnection(parts: ConnectionParts): Connection {
  const { publicStore, clock, origin } = parts;
  const { apiBaseUrl, oddsBaseUrl, oddsApiKey } = parts.configuration;
  const reachability = observed<Reachability>('unknown');
  const backend = observed<Backend | undefined>(undefined);
  const serverTime = createServerTime(clock, publicStore, parts.serverOffset);
  const shared = { origin, clock, fetch: parts.fetch };
  const api = createApi({
    ...shared,
    baseUrl: apiBaseUrl,
    token: parts.token,
    backend: backend.get,
    onAnswer,
    onServerTime: serverTime.learn,
    ...(parts.cookies && { cookies: parts.cookies }),
    ...(parts.signal && { signal: parts.signal }),
  });
  const noToken = () => undefined;
  const oddsApi = createApi({ ...shared, baseUrl: oddsBaseUrl, token: noToken, bare: true });

  function onAnswer(answer: Answer<unknown>): void {
    if (answer.kind !== 'unreachable') reachability.set('online');
    // Without proofs a backend says with any page it likes that it lacks a route.
    else if (answer.cause !== 'not-verified' || backend.get()?.can.verifiedResponses !== false) {
      reachability.set('offline');
    }
  }

  async function ping(): Promise<PingAnswer> {
    const answer = await askPing(api, backend.get());
    if (answer.kind === 'unreachable') return answer;
    backend.set(answer.backend);
    reachability.set('online');
    if (answer.backend === ownBackend) await rememberOwn();
    return answer;
  }

  async function rememberOwn(): Promise<void> {
    const document = { name: 'backend', value: apiBaseUrl, fetchedAt: clock.now() };
    await publicStore.documents.put(document).catch(() => undefined);
  }

  async function restore(): Promise<void> {
    const kept = await publicStore.documents.get('backend').catch(() => undefined);
    if (kept?.value === apiBaseUrl) backend.set(ownBackend);
    await serverTime.restore().catch(() => undefined);
  }

  return {
    api,
    odds: createOddsHost({ api: oddsApi, apiKey: oddsApiKey, store: publicStore }),
    oddsElsewhere: new URL(oddsBaseUrl, origin).origin !== new URL(apiBaseUrl, origin).origin,
    reachability,
    backend,
    serverTime,
    ping,
    lost: () => reachability.set('offline'),
    restore,
  };
}
