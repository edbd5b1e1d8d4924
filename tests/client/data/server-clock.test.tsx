// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  knownOffset,
  readServerClock,
  serverNow,
  useServerNow,
} from '#client/data/device/server-time.ts';
import { databases } from '../../sync/support/a-device.ts';
import { aPhone, aScreen } from '../support/a-screen.tsx';

const hour = 3_600_000;

/** A phone that has learnt before that the server's clock is ahead of its own. */
async function aPhoneThatIsSlowBy(offset: number) {
  const { publicStore } = databases();
  await publicStore.documents.put({ name: 'server-time', value: offset, fetchedAt: 0 });
  await readServerClock(publicStore);
  onTestFinished(async () => {
    const other = databases().publicStore;
    await other.documents.put({ name: 'server-time', value: 0, fetchedAt: 0 });
    await readServerClock(other);
  });
}

describe("the server's time before the engine runs", () => {
  test('is what this device last learnt, from the very first look', async () => {
    await aPhoneThatIsSlowBy(3 * hour);
    const seen: number[] = [];
    function Clock() {
      seen.push(useServerNow(60_000).getTime());
      return 'A clock';
    }

    const screen = await aScreen(<Clock />, aPhone());
    await screen.says('A clock');

    const ahead = seen.map((moment) => Math.round((moment - Date.now()) / hour));
    expect(new Set(ahead)).toEqual(new Set([3]));
    expect(knownOffset()).toBe(3 * hour);
  });

  test('is the engine’s own as soon as there is one', async () => {
    await aPhoneThatIsSlowBy(3 * hour);
    const at = new Date('2026-03-01T10:00:00.000Z');

    expect(serverNow({ serverNow: () => at })).toBe(at);
  });
});
