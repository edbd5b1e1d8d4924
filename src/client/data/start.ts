import '../without-eval.ts';
import type { Configuration } from '#contract/site.ts';
import { ConfigurationError, loadConfiguration } from '#sync/configuration.ts';
import { createEngine, type Engine, type EngineParts, type Outcome } from '#sync/engine.ts';
import { tokenOfMember } from '../session/session.ts';
import { debugLog } from '../session/debug-log.ts';
import { siteNotes } from '../session/site-notes.ts';
import { askForPulling, followOutbox } from './background-sync.ts';
import type { Device } from './device.ts';
import { keepTimeOut } from './keep-time-out.ts';
import { tellOutcome } from './outcomes.ts';
import { knownOffset } from './server-clock.ts';

/** What a start brings, or the words to show when it brings nothing. */
export type Started = { engine: Engine; configuration: Configuration } | { failure: string };

/** Reads the configuration and sets the engine going. */
export async function start(device: Device): Promise<Started> {
  const ask: EngineParts['fetch'] & {} = (input, init) => globalThis.fetch(input, init);
  const kept = siteNotes();
  try {
    const { configuration } = await loadConfiguration({ fetch: ask, store: device.publicStore });
    const engine = createEngine({
      configuration,
      publicStore: device.publicStore,
      token: () => tokenOfMember(device.member?.id),
      fetch: ask,
      locks: navigator.locks,
      cookies: () => document.cookie,
      serverOffset: knownOffset(),
      events: {
        window,
        document,
        isVisible: () => document.visibilityState === 'visible',
        isOnline: () => navigator.onLine,
      },
      onOutcome: (outcome: Outcome) => tellOutcome(outcome),
      trace: debugLog(),
      ...(kept && { kept }),
      ...(device.member && {
        memberId: device.member.id,
        memberStore: device.member.store,
      }),
    });
    const endFollowing = followOutbox(device.member?.store);
    engine.start();
    void askForPulling();
    // What is done next is to be kept even where the line goes first, and no worker has the code.
    void import('./queue.ts').catch(() => undefined);
    void keepTimeOut(device, engine);
    const stop = async () => {
      endFollowing();
      await engine.stop();
    };
    return { engine: { ...engine, stop }, configuration };
  } catch (failure) {
    return { failure: failure instanceof ConfigurationError ? failure.message : 'Server error' };
  }
}
