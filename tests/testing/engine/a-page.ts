import { IDBFactory } from 'fake-indexeddb';
import { createEngine, type EngineDependencies, type OperationOutcome } from '#sync/engine.ts';
import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import { databases } from './a-device.ts';
import { memberId as defaultMember, tokenOf } from './samples.ts';
import { virtualClock } from '../clock/virtual-clock.ts';
import { eventually } from '../clock/eventually.ts';

/** An open page with its engine, browser events and member. */
export function aPage(
  { url }: { url: string },
  parts: Partial<EngineDependencies> & { indexedDB?: IDBFactory } = {},
) {
  const { indexedDB = new IDBFactory(), memberId = defaultMember, ...more } = parts;
  const { publicStore, store } = databases(memberId, indexedDB);
  const clock = virtualClock();
  const window = new EventTarget();
  const document = new EventTarget();
  const outcomes: OperationOutcome[] = [];
  const page = { visible: true, online: true, token: tokenOf(memberId) };
  const engine = createEngine({
    configuration: { apiBaseUrl: url, oddsBaseUrl: `${url}/odds`, oddsApiKey: '' },
    origin: url,
    publicStore,
    memberId,
    memberStore: store,
    token: () => page.token,
    clock,
    random: () => 0.5,
    events: { window, document, isVisible: () => page.visible, isOnline: () => page.online },
    onOutcome: (outcome) => outcomes.push(outcome),
    ...more,
  });
  return {
    engine,
    page,
    clock,
    outcomes,
    publicStore,
    store,
    does: <Kind extends OperationKind>(kind: Kind, payload: PayloadOf<Kind>) =>
      queueOperation(store, { memberId, kind, payload, now: clock.now() }),
    receives: (name: string) =>
      (name === 'visibilitychange' ? document : window).dispatchEvent(new Event(name)),
    states: async () => (await readOutbox(store)).map(({ state }) => state),
    [Symbol.asyncDispose]: () => engine.stop(),
  };
}

export function soon(look: () => unknown): Promise<unknown> {
  return eventually(look);
}

/** The Web Locks of a browser in which another page never releases its locks. */
export const neverReleasedLocks = {
  request: (_name: string, { signal }: { signal?: AbortSignal }) =>
    new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')));
    }),
};
