import { describe, expect, test } from 'vitest';
import { fetchFile, ownDataFileTarget } from '#sync/own-data-file.ts';
import { anHttpServer, type Reply } from '../../testing/server/an-http-server.ts';
import { virtualClock } from '../../testing/clock/virtual-clock.ts';

const problem = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: {
    type: 'about:blank',
    title: code,
    status,
    code,
    message: `Because of ${code}.`,
    error: { message: `Because of ${code}.` },
  },
});

const html = { 'content-type': 'text/html' };

async function requestFile(answer: Reply) {
  await using server = await anHttpServer(() => answer);
  return await fetchFile(ownDataFileTarget('json'), { baseUrl: server.url, token: 'a.b.c', fetch });
}

describe('the file of own data', () => {
  test('contains the response of the server', async () => {
    const answer = await requestFile({ status: 200, body: { tips: [] } });

    expect(answer).toMatchObject({ kind: 'file' });
    expect(answer.kind === 'file' && (await answer.file.text())).toBe('{"tips":[]}');
  });

  test.each([
    { status: 429, code: 'rate-limited', headers: { 'retry-after': '90' }, retryAfter: 90_000 },
    { status: 503, code: 'unavailable', headers: { 'retry-after': '2' }, retryAfter: 2_000 },
    { status: 500, code: 'internal', headers: {}, retryAfter: undefined },
    { status: 401, code: 'session-ended', headers: {}, retryAfter: undefined },
  ])('is refused with the server’s problem: $status $code', async (refusal) => {
    const answer = await requestFile(problem(refusal.status, refusal.code, refusal.headers));

    expect(answer).toMatchObject({ kind: 'refused', problem: { code: refusal.code } });
    expect(answer.kind === 'refused' && answer.retryAfter).toBe(refusal.retryAfter);
  });

  test.each([
    { what: 'a page of a portal', answer: { status: 200, headers: html, text: '<html>' } },
    { what: 'a refusal of a portal', answer: { status: 503, headers: html, text: '<html>' } },
    { what: 'a broken connection', answer: 'break' as const },
  ])('does not come from $what', async ({ answer }) => {
    expect(await requestFile(answer)).toEqual({ kind: 'unreachable', cause: 'no-answer' });
  });

  test('is aborted after a minute', async () => {
    const clock = virtualClock();
    await using server = await anHttpServer(() => 'never');
    const pending = fetchFile(ownDataFileTarget('csv'), {
      baseUrl: server.url,
      token: undefined,
      fetch,
      clock,
    });

    clock.passes(60_000);

    expect(await pending).toEqual({ kind: 'unreachable', cause: 'too-slow' });
  });
});
