import { describe, expect, test } from 'vitest';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { WatchedFactory } from '../../testing/engine/a-watched-factory.ts';
import { tipPayload, tipsterId } from '../../testing/engine/samples.ts';

const follow = { tipsterId, following: true };

describe('a storage failure', () => {
  test('before the request prevents sending', async () => {
    await using backend = await aBackend();
    const disk = new WatchedFactory();
    const device = aDevice({ ...backend, indexedDB: disk });
    await device.queues('follow.set', follow);
    disk.fails = ({ mode }) => mode === 'readwrite';

    await device.drains();

    expect(backend.requests).toEqual([]);
    disk.fails = () => false;
    expect(await device.states()).toEqual(['pending']);
  });

  test('after the response leaves the outcome unknown, and the effect happens once', async () => {
    await using backend = await aBackend();
    const disk = new WatchedFactory();
    const device = aDevice({ ...backend, indexedDB: disk });
    await device.queues('follow.set', follow);
    disk.fails = ({ mode }) => mode === 'readwrite' && backend.changesSent().length > 0;

    const { wakeAt } = await device.drains();
    expect(device.outcomes).toEqual([]);
    expect(wakeAt).toBeGreaterThan(device.clock.now());

    disk.fails = () => false;
    device.clock.passes(1000);
    await device.drains();

    expect(backend.effects).toHaveLength(1);
    expect(backend.changesSent()).toHaveLength(2);
    expect(await device.states()).toEqual(['acked']);
  });

  test('after the response delays the operations that depend on it', async () => {
    await using backend = await aBackend();
    const disk = new WatchedFactory();
    const device = aDevice({ ...backend, indexedDB: disk });
    const payload = tipPayload();
    await device.queues('tip.post', payload);
    // An operation with a `baseVersion` waits for the response to the operation before it.
    await device.queues('tip.book', { tipId: payload.id }, { baseVersion: 1 });
    let failures = 1;
    disk.fails = ({ mode }) =>
      mode === 'readwrite' && backend.effects.length === 1 && failures-- > 0;

    await device.drains();
    expect(backend.effects).toEqual([`post ${payload.id}`]);
    expect(backend.changesSent()).toHaveLength(1);

    device.clock.passes(1000);
    await device.drains();
    expect(backend.effects).toEqual([`post ${payload.id}`, `book ${payload.id}`]);
  });

  test('by a lost connection reopens the database, and nothing is lost or executed twice', async () => {
    const outcomes: string[] = [];
    for (let lostAt = 1; lostAt <= 4; lostAt += 1) {
      await using backend = await aBackend();
      const disk = new WatchedFactory();
      const device = aDevice({ ...backend, indexedDB: disk });
      await device.queues('follow.set', follow);
      await device.queues('tip.post', tipPayload());
      let writes = 0;
      disk.failure = () =>
        new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
      disk.fails = ({ mode }) => mode === 'readwrite' && (writes += 1) === lostAt;

      await device.drains();

      outcomes.push(`${backend.effects.length} ${(await device.states()).join(' ')}`);
    }

    expect(new Set(outcomes)).toEqual(new Set(['2 acked acked']));
  });

  test('after a refusal does not store a refusal without a report', async () => {
    await using backend = await aBackend();
    const disk = new WatchedFactory();
    const device = aDevice({ ...backend, indexedDB: disk });
    backend.faults.push('not-allowed');
    await device.queues('follow.set', follow);
    disk.fails = ({ mode }) => mode === 'readwrite' && backend.changesSent().length > 0;

    await device.drains();

    disk.fails = () => false;
    expect(await device.states()).toEqual(['sending']);
    expect(device.outcomes).toEqual([]);
  });
});
