import { expect, test } from 'vitest';
import { createDrainRunner } from '#sync/drain/drain-runner.ts';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { memberId, row, tipsterId, tokenOf } from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { eventually } from '../../testing/clock/eventually.ts';

test('an event while a drain releases its lock starts the next drain', async () => {
  await using backend = await aBackend();
  const device = aDevice(backend);
  const payload = { tipsterId, following: true };
  const waiting = { state: 'blocked', blockedBy: 'unverified' } as const;
  await device.store.operations.add(row({ kind: 'follow.set', payload, ...waiting }));
  const drained = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const sending = createDrainRunner({
    memberId,
    store: device.store,
    api: device.api,
    ping: async () => ({ kind: 'answered', backend: touchlineBackend }),
    token: () => tokenOf(memberId),
    backend: () => touchlineBackend,
    session: () => 'signed-in',
    clock: device.clock,
    random: () => 0.5,
    locks: {
      async request<Result>(_name: string, _options: object, run: () => Promise<Result>) {
        const end = await run();
        drained.resolve();
        await released.promise;
        return end;
      },
    },
  });
  sending.run();
  await drained.promise;

  sending.run({ type: 'unblocked', blocker: 'unverified', now: device.clock.now() });
  released.resolve();

  await eventually(async () => expect(await device.states()).toEqual(['acked']));
  await sending.stop();
});
