import { createEngine, type Engine } from '#sync/engine.ts';
import { memberId, tokenOf } from '../../sync/support/samples.ts';
import type { Phone } from './a-screen.tsx';

/** What a server answers; nothing at all is a line that is not there. */
type ServerTimeOut = { body: unknown; next?: string } | undefined;

const pong = { name: 'touchline', serverTime: '2026-03-01T12:00:00Z' };

/** The engine of a phone on a line to a server that answers so, and what it was asked. */
export function aLine(
  phone: Phone,
  answer: (address: URL) => ServerTimeOut,
): Engine & { asked: URL[] } {
  const asked: URL[] = [];
  const engine = createEngine({
    configuration: { apiBaseUrl: '', oddsBaseUrl: '/odds', oddsApiKey: '' },
    publicStore: phone.publicStore,
    memberId,
    memberStore: phone.store,
    token: () => tokenOf(memberId),
    fetch: async (address) => {
      const url = new URL(address instanceof Request ? address.url : address);
      const isPing = url.pathname === '/api/ping';
      if (!isPing) asked.push(url);
      const told = isPing ? { body: pong } : answer(url);
      if (!told) throw new TypeError('no line');
      const headers = new Headers({ 'content-type': 'application/json' });
      if ('next' in told) headers.set('link', `<${told.next}>; rel="next"`);
      const response = new Response(JSON.stringify(told.body), { headers });
      Object.defineProperty(response, 'url', { value: url.href });
      return response;
    },
  });
  return { ...engine, asked };
}
