import '../without-eval.ts';
import type { Configuration } from '#contract/site.ts';
import { ConfigurationError, loadConfiguration } from '#sync/configuration.ts';
import { createEngine, type Engine, type EngineParts, type Outcome } from '#sync/engine.ts';
import { forgetToken, keepToken, TokenStore } from '#sync/token-store.ts';
import { session, tokenOfMember } from '../session/session.ts';
import type { Device } from './device.ts';
import { tellOutcome } from './outcomes.ts';

/** What a start brings, or the words to show when it brings nothing. */
export type Started = { engine: Engine; configuration: Configuration } | { failure: string };

/** Reads the configuration and sets the engine going. */
export async function start(device: Device): Promise<Started> {
  const ask: EngineParts['fetch'] & {} = (input, init) => globalThis.fetch(input, init);
  try {
    const configuration = await loadConfiguration({ fetch: ask, store: device.publicStore });
    const engine = createEngine({
      configuration,
      publicStore: device.publicStore,
      token: () => tokenOfMember(device.member?.id),
      fetch: ask,
      locks: navigator.locks,
      cookies: () => document.cookie,
      events: {
        window,
        document,
        isVisible: () => document.visibilityState === 'visible',
        isOnline: () => navigator.onLine,
      },
      onOutcome: (outcome: Outcome) => tellOutcome(outcome),
      ...(device.member && {
        memberId: device.member.id,
        memberStore: device.member.store,
        outboxStore: device.member.outbox,
      }),
    });
    engine.start();
    await mirrorToken();
    return { engine, configuration };
  } catch (failure) {
    return { failure: failure instanceof ConfigurationError ? failure.message : 'Server error' };
  }
}

/** Lays the token where the service worker can read it, or takes it away there. */
async function mirrorToken(): Promise<void> {
  const store = new TokenStore();
  const current = session.get();
  try {
    if (current) await keepToken(store, current.memberId, current.token);
    else await forgetToken(store);
  } catch {
    // The worker only sends in the background; without a token it leaves that to the page.
  } finally {
    store.close();
  }
}
