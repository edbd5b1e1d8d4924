import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

import { isHealth } from './health.ts';
import { networkOf } from './network.ts';
import type { Settings } from './settings.ts';
import { errorForLog } from './start-refused.ts';

/** Fields with one of these names are secret in every logged object. */
const secret = [
  'password',
  'password_confirmation',
  'access_token',
  'token',
  'authorization',
  'cookie',
  'jwtSecret',
  'proofSecret',
  'databaseUrl',
  'databaseOwnerUrl',
  'databaseReadUrl',
  'smtpUrl',
  'privateKey',
  // Not every `key`: an operation's key is needed to find it.
  'source.key',
];

/** Logger options: lines of JSON on standard output, never with a body. */
export function logging(settings: Settings) {
  return {
    level: settings.logLevel,
    redact: {
      paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[hidden]',
    },
    serializers: { req: requestForLog, err: errorForLog },
  };
}

/**
 * Logs a line for a request and one for its response, with the member and the idempotency key. The
 * probes, which come every few seconds, are left out.
 */
class RequestLog extends LogController {
  override requestCompleted(
    error: Error | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (isHealth(request.url)) return;
    const line = {
      ...requestForLog(request),
      ...whoseOf(request),
      status: reply.statusCode,
      responseTime: reply.elapsedTime,
    };
    // Shed requests are only counted: a line for each would cost as much as the rest of its
    // refusal.
    if (request.isShed) reply.log.debug(line, 'request turned away');
    else if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}

export const logController = new RequestLog({
  disableRequestLogging: ({ url }) => isHealth(url),
});

function whoseOf({ member, headers }: FastifyRequest) {
  const key = headers['idempotency-key'];
  return {
    ...(member && { member: member.id }),
    ...(typeof key === 'string' && { key: shortened(key) }),
  };
}

/** Logs one operation of a batch with its idempotency key. */
export function logOperation(
  { log, member }: Pick<FastifyRequest, 'log' | 'member'>,
  { key, method, url, status }: { key: string; method: string; url: string; status: number },
): void {
  log.info(
    {
      ...(member && { member: member.id }),
      key: shortened(key),
      method,
      path: pathForLog(url),
      status,
    },
    'operation of a batch',
  );
}

/** Bounds the length of a log line. */
function shortened(key: string): string {
  return key.slice(0, 64);
}

/**
 * The id of a request in all logs: from the proxy's header if that has a usual form, else a new
 * one.
 */
export function requestIdOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  isBehindProxy: boolean,
): string {
  const header = headers['x-request-id'];
  const isUsual = typeof header === 'string' && /^[\w.-]{8,100}$/.test(header);
  return isBehindProxy && isUsual ? header : randomUUID();
}

function requestForLog(request: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) {
  return {
    method: request.method,
    path: pathForLog(request.url),
    remoteAddress: networkOf(request.ip),
  };
}

/** The path without tokens of mailed links and without the query, which may hold a key. */
export function pathForLog(url: string): string {
  const [path = ''] = url.split('?');
  return path.replaceAll(/[^/]{41,}/g, '[hidden]');
}
