import { describe, expect, test } from 'vitest';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { reportOutcome } from '#client/data/device/engine-state.ts';
import { OperationOutcomeNotifier } from '#client/features/shell/outcome-reporter.tsx';
import type { Engine } from '#sync/engine.ts';
import { createObservable } from '#sync/observable.ts';
import type { Reachability } from '#sync/status.ts';
import { tipsterId } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { anEngine } from '../../../testing/components/an-engine.ts';

function Tap() {
  const { enqueue } = useOutboxActions();
  const follow = async () => enqueue('follow.set', { tipsterId, following: true });
  return (
    <>
      <button type="button" onClick={() => void follow()}>
        Follow
      </button>
      <OperationOutcomeNotifier />
    </>
  );
}

async function tapsWhile(reachable: Reachability) {
  const phone = aPhone();
  const reachability = createObservable<Reachability>(reachable);
  const engine: Engine = { ...anEngine(phone), reachability };
  const screen = await aScreen(<Tap />, phone, { engine, at: '/tipster/profile/7?from=feed' });
  await screen.presses('Follow');
  await screen.queued();
  const [operation] = await screen.pending();
  if (!operation) throw new Error('The tap is queued.');
  const refuse = () =>
    reportOutcome({ operation: { ...operation, state: 'blocked', blockedBy: 'auth' } });
  return { screen, reachability, refuse };
}

describe('a tap that is refused because the login has ended', () => {
  test('opens the login, with a return to the page', async () => {
    const { screen, refuse } = await tapsWhile('online');

    refuse();

    await screen.until(() => screen.path() === '/account/login', 'the login');
    expect(screen.search()).toEqual({ returnUrl: '/tipster/profile/7?from=feed', aim: 'send' });
  });

  test.each(['offline', 'online'] as const)(
    'stays on the page if the connection was lost after the tap: %s at first',
    async (before) => {
      const { screen, reachability, refuse } = await tapsWhile(before);
      reachability.set('offline');
      await screen.until(() => reachability.get() === 'offline', 'the loss');

      refuse();

      expect(screen.path()).toBe('/tipster/profile/7');
    },
  );
});
