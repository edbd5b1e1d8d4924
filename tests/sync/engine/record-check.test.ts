import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { createApi } from '#sync/backend/api.ts';
import { checkRecord, type RecordCheckOutcome } from '#sync/record-check.ts';
import { aProvenRecord, type ProvenRecord } from '../../testing/engine/proven-record.ts';
import { anHttpServer, type Received, type Reply } from '../../testing/server/an-http-server.ts';
import { tipsterId } from '../../testing/engine/samples.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

/** A server that sends a record in pages, and a phone that verifies the record. */
async function aServer(proven: ProvenRecord, instead?: (request: Received) => Reply | undefined) {
  const server = await anHttpServer((request): Reply => {
    const { path, query } = request;
    const other = instead?.(request);
    if (other) return other;
    if (path.endsWith('/record')) return { status: 200, body: proven.record };
    if (path === '/proof/histories') return { status: 200, body: histories(proven, query) };
    if (query.get('state') === 'open') return { status: 200, body: [] };
    return pageOf(proven.tips, query);
  });
  const abort = new AbortController();
  const known = new Map();
  const progress: number[] = [];
  const api = createApi({
    baseUrl: server.url,
    origin: server.url,
    fetch,
    token: () => undefined,
    signal: abort.signal,
  });
  return {
    server,
    abort,
    progress,
    check: async (): Promise<RecordCheckOutcome> =>
      checkRecord(
        {
          api,
          serverNow: () => now,
          signal: abort.signal,
          onProgress: ({ checked }) => progress.push(checked),
          waitForPaint: async () => undefined,
          checkedTips: known,
        },
        tipsterId,
        'all',
      ),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function histories({ histories }: ProvenRecord, query: URLSearchParams) {
  const ids = new Set(query.get('tips')?.split(','));
  return { ...histories, tips: histories.tips.filter(({ id }) => ids.has(id)) };
}

function pageOf(tips: readonly Tip[], query: URLSearchParams): Reply {
  const limit = Number(query.get('limit'));
  const from = tips.findIndex(({ id }) => id === query.get('before')) + 1;
  const page = tips.slice(from, from + limit);
  const isLast = from + limit >= tips.length;
  const link = { link: `</api/tipsters?before=${page.at(-1)?.id}>; rel="next"` };
  return { status: 200, body: page, ...(!isLast && { headers: link }) };
}

describe('the verification of a record', () => {
  test('verifies 500 tips with twenty requests, one at a time', async () => {
    await using phone = await aServer(await aProvenRecord(500, now));

    const outcome = await phone.check();

    expect(outcome).toMatchObject({ kind: 'done', check: { verified: 500, differences: [] } });
    expect(phone.server.requests).toHaveLength(18);
    expect(phone.progress.at(-1)).toBe(500);
  });

  test('names a tip whose result differs, and the figures that depend on it', async () => {
    const proven = await aProvenRecord(12, now);
    const [newest] = proven.tips;
    const [leg] = newest?.options ?? [];
    if (!newest || !leg) throw new Error('no tip');
    Object.assign(newest, { outcome: 'won', totalGamesWon: 1, totalGamesLost: 0 });
    Object.assign(leg, { result: 'won', status: true });
    Object.assign(proven.record.windows.all, { won: 9 });
    await using phone = await aServer(proven);

    const outcome = await phone.check();

    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    const { tips, verified, differences } = outcome.check;
    expect(verified).toBe(11);
    expect(tips[0]).toMatchObject({ id: newest.id, faults: ['results'] });
    expect(differences).toEqual([{ figure: 'won', shown: 9, computed: 8 }]);
  });

  test('does not verify a tip before a checkpoint contains it', async () => {
    const proven = await aProvenRecord(3, now);
    for (const event of proven.histories.tips[0]?.events ?? []) delete event.receipt;
    await using phone = await aServer(proven);

    expect(await phone.check()).toMatchObject({
      kind: 'done',
      check: { verified: 2, differences: [] },
    });
  });

  test('continues after a lost connection', async () => {
    let isCut = true;
    await using phone = await aServer(await aProvenRecord(120, now), ({ path }) =>
      isCut && path === '/proof/histories' && phone.progress.includes(100) ? 'break' : undefined,
    );

    expect(await phone.check()).toEqual({ kind: 'offline' });
    isCut = false;
    phone.server.requests.length = 0;

    expect(await phone.check()).toMatchObject({ kind: 'done', check: { verified: 120 } });
    const fetched = phone.server.requests.filter(({ path }) => path === '/proof/histories');
    expect(fetched).toHaveLength(1);
  });

  test('ends at once when it is cancelled', async () => {
    await using phone = await aServer(await aProvenRecord(120, now), ({ path }) => {
      if (path === '/proof/histories') phone.abort.abort();
      return undefined;
    });

    expect(await phone.check()).toEqual({ kind: 'cancelled' });
    expect(phone.server.requests.filter(({ path }) => path === '/proof/histories')).toHaveLength(1);
  });

  test('starts again if the record changed meanwhile, at most three times', async () => {
    let settled = 0;
    const proven = await aProvenRecord(3, now);
    await using phone = await aServer(proven, ({ path }) => {
      if (!path.endsWith('/record')) return undefined;
      settled += 1;
      return { status: 200, body: { ...proven.record, withdrawn: settled } };
    });

    expect(await phone.check()).toEqual({ kind: 'unsteady' });
    expect(settled).toBe(6);
  });
});
