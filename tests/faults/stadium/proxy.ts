import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import { aWorld } from '../../bench/server/world.ts';
import type { Line, Report } from './report.ts';
import { aProxy, aServer, type Started } from './servers.ts';

/** Timeouts in milliseconds: shorter than in the documented file, in the same order. */
const timeoutsMs = { head: 1_000, body: 4_000 };

const token = 'Wq3h0fZC9d2vK7mT1yXr5uJb8nGs4pLe6aVoQiRt-_k';

/** The documented proxy's log, and its treatment of slow requests. */
export async function examineProxy(folder: string): Promise<Report> {
  const world = await aWorld(1);
  const started: Started[] = [];
  try {
    const env = { ...world.env, HOST: '127.0.0.1', PORT: '0', DEMO: '0', TRUST_PROXY: '1' };
    const server = await aServer(env, folder);
    started.push(server);
    const proxy = await aProxy([server], folder, hurried);
    started.push(proxy);
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
    const none = { bound: 0, unit: '' };
    const lines: Line[] = [
      { what: 'tokens of links in its log', figure: log.split(token).length - 1, ...none },
      { what: 'whole addresses in its log', figure: log.split('127.0.0.1').length - 1, ...none },
      {
        what: 'answers whose name is not in its log',
        figure: names.filter((name) => !log.includes(name)).length,
        ...none,
      },
      {
        what: 'slow senders that no server answered',
        figure: slow.headers['x-request-id'] === undefined ? 1 : 0,
        ...none,
      },
      {
        what: 'senders given up on, in words of no server',
        figure: isPassing(silent) ? 0 : 1,
        ...none,
      },
    ];
    return { title: 'HAProxy by itself', lines, words: [] };
  } finally {
    for (const each of started.toReversed()) await each.stop();
    await world.remove();
  }
}

function hurried(configuration: string): string {
  return configuration
    .replace('timeout http-request 15s', `timeout http-request ${timeoutsMs.head}`)
    .replace('wait-for-body time 60s', `wait-for-body time ${timeoutsMs.body}`);
}

type Answer = Pick<IncomingMessage, 'headers'> & { status: number | undefined; body: string };

/** Sends a body in parts that take longer than the timeout of a head. */
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

/** True if a response asks the phone to repeat the request, as the server does. */
function isPassing({ status, headers, body }: Answer): boolean {
  return (
    status === 408 &&
    headers['content-type'] === 'application/problem+json' &&
    Number(headers['retry-after']) > 0 &&
    body.includes('"code":"unavailable"')
  );
}
