import '#client/startup/zod-jitless.ts';
import { debugFlag } from '#client/session/preferences.ts';
import { tokenOfMember } from '#client/session/session.ts';
import type { Configuration } from '#contract/site/site.ts';
import { ConfigurationError, loadConfiguration } from '#sync/backend/configuration.ts';
import {
  createEngine,
  type Engine,
  type EngineDependencies,
  type OperationOutcome,
} from '#sync/engine.ts';
import { LoginStore } from '#sync/storage/login-store.ts';
import { requeueStoredTimeOut } from '#sync/stored-time-out.ts';
import { requestPeriodicPull, trackOutbox } from './background-sync.ts';
import { loadOptimisticViews } from '../member-row-queries.ts';
import { type Device, getNoteStorage } from './device.tsx';
import { reportOutcome } from './engine-state.ts';
import { getServerOffset } from './server-time.ts';

/** The started engine and the configuration, or the text of the error. */
export type EngineStartResult =
  | { engine: Engine; configuration: Configuration }
  | { failure: string };

/** Reads the configuration and starts the engine. */
export async function startEngine(device: Device): Promise<EngineStartResult> {
  const fetch: EngineDependencies['fetch'] & {} = (input, init) => globalThis.fetch(input, init);
  const notes = getNoteStorage();
  try {
    const configuration = await loadConfiguration({ fetch, store: device.publicStore });
    const engine = createEngine({
      configuration,
      publicStore: device.publicStore,
      token: () => tokenOfMember(device.member?.id),
      fetch,
      locks: navigator.locks,
      cookies: () => document.cookie,
      openLogins: () => new LoginStore(),
      serverOffset: getServerOffset(),
      events: {
        window,
        document,
        isVisible: () => document.visibilityState === 'visible',
        isOnline: () => navigator.onLine,
      },
      onOutcome: (outcome: OperationOutcome) => reportOutcome(outcome),
      trace: debugFlag.get() === undefined ? undefined : logDrain,
      ...(notes && { notes }),
      ...(device.member && {
        memberId: device.member.id,
        memberStore: device.member.store,
      }),
    });
    const endFollowing = trackOutbox(device.member?.store);
    engine.start();
    void requestPeriodicPull();
    // Loaded early, because at the first action the connection may be lost and the worker may not
    // have cached the code.
    void Promise.all([import('../outbox/queue.ts'), loadOptimisticViews()]).catch(() => undefined);
    void sendTimeOut(device, engine);
    const stop = async () => {
      endFollowing();
      await engine.stop();
    };
    return { engine: { ...engine, stop }, configuration };
  } catch (failure) {
    return { failure: failure instanceof ConfigurationError ? failure.message : 'Server error' };
  }
}

const logDrain: EngineDependencies['trace'] = (event, commands) => {
  // oxlint-disable-next-line no-console -- printed only if it was requested in this browser
  console.debug('drain', event.type, { event, commands });
};

/** Sends this phone's stored time-out to the server once, if the backend supports time-outs. */
async function sendTimeOut(
  { member }: Device,
  engine: Pick<Engine, 'backend' | 'serverNow' | 'sendPending'>,
): Promise<void> {
  if (member === undefined) return;
  const look = async () => {
    const backend = engine.backend.get();
    if (!backend) return;
    await requeueStoredTimeOut(member, { now: engine.serverNow(), backend });
    engine.sendPending();
  };
  engine.backend.subscribe(() => void look().catch(() => undefined));
  await look().catch(() => undefined);
}
