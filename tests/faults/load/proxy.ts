import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import type { Line, Report } from '../report.ts';
import { openSite } from './servers.ts';

/** Timeouts in milliseconds, shorter than those of the documented file and in the same order. */
const timeoutsMs = { head: 1_000, body: 4_000 };

const token = 'Wq3h0fZC9d2vK7mT1yXr5uJb8nGs4pLe6aVoQiRt-_k';

/** Checks the documented proxy: its log, and how it handles slow requests. */
export async function examineProxy(folder: string): Promise<Report> {
  const env = { TRUST_PROXY: '1' };
  const proxied = { isProxied: true, change: hurried };
  await using site = await openSite({ members: 1, processes: 1, folder, env, ...proxied });
  const { proxy } = site;
  if (!proxy) throw new Error('There is no proxy.');
  const call = async (path: string, parts: readonly string[] = [], length?: number) =>
    answerTo(proxy.port, path, parts, length);
  const answers = [
    await call(`/account/verify-email/${token}?token=${token}`),
    await call(`/api/invitations/${token}/more`),
    await call('/api/auth', ['{}']),
  ];
  const slow = await call('/api/auth', ['{', ' ', ' ', '}']);
  const silent = await call('/api/auth', ['{'], 2);
  const names = [...answers, slow].map(({ headers }) => String(headers['x-request-id']));
  const log = await proxy.logged(names.length + 1);
  const figures = {
    'tokens of links in its log': log.split(token).length - 1,
    'whole addresses in its log': log.split('127.0.0.1').length - 1,
    'answers whose name is not in its log': names.filter((name) => !log.includes(name)).length,
    'slow senders that no server answered': slow.headers['x-request-id'] === undefined ? 1 : 0,
    'senders given up on, in words of no server': isPassing(silent) ? 0 : 1,
  };
  const lines = Object.entries(figures).map(([what, figure]): Line => ({ what, figure, bound: 0 }));
  return { title: 'HAProxy by itself', lines, words: [] };
}

function hurried(configuration: string): string {
  return configuration
    .replace('timeout http-request 15s', `timeout http-request ${timeoutsMs.head}`)
    .replace('wait-for-body time 60s', `wait-for-body time ${timeoutsMs.body}`);
}

type Answer = Pick<IncomingMessage, 'headers'> & { status: number | undefined; body: string };

/** Sends a request whose body arrives in these pieces, half of the header timeout apart. */
async function answerTo(
  port: number,
  path: string,
  parts: readonly string[],
  length = parts.join('').length,
): Promise<Answer> {
  const sending = request({
    port,
    path,
    host: '127.0.0.1',
    method: parts.length > 0 ? 'POST' : 'GET',
    headers: length > 0 ? { 'content-type': 'application/json', 'content-length': length } : {},
  });
  const answered: Promise<IncomingMessage[]> = once(sending, 'response');
  sending.flushHeaders();
  for (const [index, part] of parts.entries()) {
    if (index > 0) await wait(timeoutsMs.head / 2);
    sending.write(part);
  }
  if (parts.join('').length === length) sending.end();
  const [answer] = await answered;
  if (!answer) throw new Error('there was no answer');
  const body = await text(answer);
  sending.destroy();
  return { status: answer.statusCode, headers: answer.headers, body };
}

/** True if a response asks the phone to repeat the request, as the server's own do. */
function isPassing({ status, headers, body }: Answer): boolean {
  return (
    status === 408 &&
    headers['content-type'] === 'application/problem+json' &&
    Number(headers['retry-after']) > 0 &&
    body.includes('"code":"unavailable"')
  );
}
