import { createHash } from 'node:crypto';
import type { Tipster } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import { createApi } from '#sync/backend/api.ts';
import { refreshCollection, type RefreshTarget } from '#sync/refresh/collections.ts';
import { parseStoredList } from '#sync/refresh/stored-list.ts';
import type { RefreshDependencies } from '#sync/refresh/refresh-dependencies.ts';
import { databases } from './a-device.ts';
import { anHttpServer, type Received, type Reply } from '../server/an-http-server.ts';
import { memberId, serverTip } from './samples.ts';
import { type Backend, touchlineBackend } from '#sync/backend/backend.ts';

/** The id of the row with this number. */
export const idOf = (number: number) =>
  `0195a000-0000-7000-9000-${String(number).padStart(12, '0')}`;

/** The tip with this number; a higher number means a newer tip. */
export function tip(number: number, values: Partial<Tip> = {}): Tip {
  const creationTime = new Date(Date.UTC(2026, 1, 1, 0, number)).toISOString();
  return serverTip({ id: idOf(number), creationTime, ...values });
}

/** The tipster with this number. */
export function tipster(number: number, values: Partial<Tipster> = {}): Tipster {
  return {
    id: idOf(number),
    firstName: 'Ada',
    lastName: 'Obi',
    picture: null,
    country: 'NG',
    createdAt: '2026-01-01T00:00:00.000Z',
    isTipster: true,
    followers: 2,
    record: { settled: 0, won: 0, lost: 0, flatProfit: 0 },
    tips: [],
    ...values,
  };
}

type Row = { id: string };

/** Responds with one list in pages, each with its own ETag. */
export function pages(rows: Row[], size = 1): (request: Received) => Reply {
  return ({ path, query, headers }) => {
    const alone = rows.find(({ id }) => path.endsWith(id));
    if (alone) return { status: 200, body: alone };
    const before = query.get('before');
    const start = before === null ? 0 : rows.findIndex(({ id }) => id === before) + 1;
    const body = rows.slice(start, start + size);
    const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`;
    if (headers['if-none-match'] === etag) return { status: 304 };
    const next = rows.length > start + size ? (body.at(-1)?.id ?? '') : undefined;
    const link = `<http://elsewhere${path}?limit=100&before=${next}>; rel="next"`;
    return { status: 200, body, headers: { etag, ...(next !== undefined && { link }) } };
  };
}

/** Responds with a body and its ETag, or with 304 if the request has this ETag. */
export function tagged(body: unknown): (request: Received) => Reply {
  return ({ headers }) =>
    headers['if-none-match'] === '"1"'
      ? { status: 304 }
      : { status: 200, body, headers: { etag: '"1"' } };
}

/** A member's device that refreshes lists from a server with these responses. */
export async function aReader(
  answer: (request: Received) => Reply | Promise<Reply>,
  backend: Backend = touchlineBackend,
) {
  const server = await anHttpServer(answer);
  const { publicStore: store, store: memberStore } = databases();
  const api = createApi({
    baseUrl: server.url,
    origin: server.url,
    fetch,
    token: () => undefined,
    backend: () => backend,
  });
  const clock = { now: 7 };
  const parts = { api, backend, now: () => clock.now, publicStore: store, memberId, memberStore };
  return {
    server,
    store,
    memberStore,
    clock,
    refresh: (target: RefreshTarget, more: Partial<RefreshDependencies> = {}) =>
      refreshCollection({ ...parts, ...more }, target),
    /** Returns the numbers of the rows of a stored list. */
    list: async (name: string) => {
      const list = parseStoredList((await store.documents.get(name))?.value);
      return list && { ids: list.ids.map(numberOf), next: list.next && numberOf(list.next) };
    },
    tips: async () => (await store.tips.toCollection().primaryKeys()).map(numberOf),
    tipsters: async () => (await store.tipsters.toCollection().primaryKeys()).map(numberOf),
    /** Returns the cursor of each requested page, and whether the request had an ETag. */
    pageRequests: () =>
      server.requests.splice(0).map(({ query, headers }) => ({
        before: numberOf(query.get('before') ?? '0'),
        tagged: headers['if-none-match'] !== undefined,
      })),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function numberOf(id: string): number {
  return Number(id.slice(-12));
}
