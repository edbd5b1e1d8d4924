import { describe, expect, test } from 'vitest';
import type { Checkpoint } from '#contract/proof/calls.ts';
import { computeConsistencyPath, computeTreeRoot } from '#contract/proof/merkle.ts';
import { signCheckpoint } from '#server/proof/key.ts';
import { createApi } from '#sync/backend/api.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { refreshCollection } from '#sync/refresh/collections.ts';
import { maxCheckpoints } from '#sync/refresh/proof.ts';
import { aTree } from '../../testing/tips/merkle-tree.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { anHttpServer, type Reply } from '../../testing/server/an-http-server.ts';
import { problem } from '../../testing/engine/samples.ts';

const leaves = Array.from({ length: 9 }, (_, index) => `leaf ${index}`);
const forged = leaves.map((leaf, index) => (index === 1 ? 'another leaf' : leaf));
const key = 'the key of this server';

/** Signs the checkpoint of the first `size` leaves; each leaf is one hour later than the last. */
async function checkpoint(size: number, of = leaves, secret = key): Promise<Checkpoint> {
  const at = new Date(Date.UTC(2026, 2, 7, size)).toISOString();
  return signCheckpoint({ size, root: await computeTreeRoot(size, await aTree(of)), at }, secret);
}

/** A phone, and a server whose log the test controls. */
async function aPhone() {
  let current: Checkpoint | undefined;
  let log = leaves;
  const server = await anHttpServer(async ({ path, query }): Promise<Reply> => {
    if (!current) return 'break';
    if (path === '/proof/checkpoint') return { status: 200, body: current };
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
    if (to > current.size) return { status: 404, body: problem('not-found') };
    return {
      status: 200,
      body: { path: await computeConsistencyPath(from, to, await aTree(log)) },
    };
  });
  const { publicStore } = databases();
  const api = createApi({ baseUrl: server.url, origin: server.url, fetch, token: () => undefined });
  return {
    async receives(next: Checkpoint | undefined, of = leaves) {
      [current, log] = [next, of];
      const parts = { api, publicStore, backend: touchlineBackend, now: () => 7 };
      return refreshCollection(parts, { what: 'proof' });
    },
    seen: async () => (await publicStore.documents.get('proof'))?.value,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('a phone stores checkpoints', () => {
  test('that are each consistent with the previous one', async () => {
    await using phone = await aPhone();
    const all = [await checkpoint(3), await checkpoint(4), await checkpoint(9)];

    for (const each of all) expect(await phone.receives(each)).toBe('fresh');
    expect(await phone.receives(all[2])).toBe('unchanged');

    expect(await phone.seen()).toEqual({ kept: all });
  });

  test('up to a maximum: the first and the newest', async () => {
    await using phone = await aPhone();
    const root = await computeTreeRoot(3, await aTree(leaves));
    const hourly = Array.from({ length: maxCheckpoints + 5 }, (_, hour) =>
      signCheckpoint(
        { size: 3, root, at: new Date(Date.UTC(2026, 2, 7, hour)).toISOString() },
        key,
      ),
    );

    for (const each of hourly) await phone.receives(each);

    expect(await phone.seen()).toEqual({ kept: [hourly[0], ...hourly.slice(6)] });
  });

  test('but nothing if the server does not respond', async () => {
    await using phone = await aPhone();
    const first = await checkpoint(3);
    await phone.receives(first);

    expect(await phone.receives(undefined)).toBe('failed');

    expect(await phone.seen()).toEqual({ kept: [first] });
  });
});

describe('a phone reports a rewritten history', () => {
  test.each([
    ['a continuation of another log', async () => checkpoint(9, forged), forged],
    ['another log of the same length', async () => checkpoint(3, forged), forged],
    ['a shorter log', async () => checkpoint(2), leaves],
    ['another key', async () => checkpoint(9, leaves, 'another key'), leaves],
    [
      'an invalid signature',
      async () => ({ ...(await checkpoint(9)), signature: '0'.repeat(128) }),
      leaves,
    ],
  ] as const)('by %s', async (_, telling, log) => {
    await using phone = await aPhone();
    const seen = await checkpoint(3);
    await phone.receives(seen);
    const current = await telling();

    await phone.receives(current, [...log]);

    expect(await phone.seen()).toEqual({
      kept: [seen],
      rewritten: { seen, told: current, foundAt: 7 },
    });
  });

  test('and continues to report the first evidence, whatever the server sends later', async () => {
    await using phone = await aPhone();
    const [seen, current] = [await checkpoint(3), await checkpoint(9, forged)];
    await phone.receives(seen);
    await phone.receives(current, forged);

    await phone.receives(await checkpoint(8, forged), forged);
    await phone.receives(await checkpoint(4));

    expect(await phone.seen()).toMatchObject({ rewritten: { seen, told: current } });
  });
});
