import { createEngine, type Engine } from '#sync/engine.ts';
import { memberId, tokenOf } from '../engine/samples.ts';
import type { Phone } from './a-screen.tsx';

/** A server's response; undefined if the connection fails. */
type Answer = { body: unknown; next?: string } | undefined;

const pong = { name: 'touchline', serverTime: '2026-03-01T12:00:00Z' };

/** A phone's engine with a server that sends these responses, and the recorded requests. */
export function anAnsweredEngine(
  phone: Phone,
  answer: (address: URL) => Answer,
): Engine & { requests: URL[] } {
  const requests: URL[] = [];
  const engine = createEngine({
    configuration: { apiBaseUrl: '', oddsBaseUrl: '/odds', oddsApiKey: '' },
    publicStore: phone.publicStore,
    memberId,
    memberStore: phone.store,
    token: () => tokenOf(memberId),
    fetch: async (address) => {
      const url = new URL(address instanceof Request ? address.url : address);
      const isPing = url.pathname === '/api/ping';
      if (!isPing) requests.push(url);
      const answered = isPing ? { body: pong } : answer(url);
      if (!answered) throw new TypeError('no connection');
      const headers = new Headers({ 'content-type': 'application/json' });
      if ('next' in answered) headers.set('link', `<${answered.next}>; rel="next"`);
      const response = new Response(JSON.stringify(answered.body), { headers });
      Object.defineProperty(response, 'url', { value: url.href });
      return response;
    },
  });
  return { ...engine, requests };
}
