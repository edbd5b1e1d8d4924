import { createEngine, type Engine } from '#sync/engine.ts';
import { memberId } from '../engine/samples.ts';
import { virtualClock } from '../clock/virtual-clock.ts';
import type { Phone } from './a-screen.tsx';

/** An engine over a phone's databases that has no connection. */
export function anEngine(phone: Phone): Engine {
  return createEngine({
    configuration: { apiBaseUrl: 'http://api.test', oddsBaseUrl: '/odds', oddsApiKey: '' },
    origin: 'http://api.test',
    publicStore: phone.publicStore,
    memberId,
    memberStore: phone.store,
    token: () => undefined,
    clock: virtualClock(),
    fetch: async () => new Promise<Response>(() => {}),
  });
}
