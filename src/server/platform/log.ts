import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

import { isHealthUrl } from './health.ts';
import { anonymizeIp } from './network.ts';
import type { Settings } from './settings.ts';
import { toLoggedError } from './error-reports.ts';

/** Names of fields whose values are hidden in every logged object. */
const secretFields = [
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
  // The log needs all other fields `key`: the idempotency keys of operations.
  'source.key',
];

/** Logger options: JSON lines on standard output, never with a request's body. */
export function createLoggerOptions(settings: Settings) {
  return {
    level: settings.logLevel,
    redact: {
      paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[hidden]',
    },
    serializers: { req: toLoggedRequest, err: toLoggedError },
  };
}

/**
 * Logs one line per request and one per response, with member and idempotency key. Health checks
 * are not logged, as they run every few seconds.
 */
class RequestLog extends LogController {
  override requestCompleted(
    error: Error | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (isHealthUrl(request.url)) return;
    const line = {
      ...toLoggedRequest(request),
      ...toCallerLogFields(request),
      status: reply.statusCode,
      responseTime: reply.elapsedTime,
    };
    // A refused call is logged only at level debug: a log line costs as much as the whole refusal.
    if (request.isShed) reply.log.debug(line, 'request turned away');
    else if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}

export const logController = new RequestLog({
  disableRequestLogging: ({ url }) => isHealthUrl(url),
});

function toCallerLogFields({ member, headers }: FastifyRequest) {
  const key = headers['idempotency-key'];
  return {
    ...(member && { member: member.id }),
    ...(typeof key === 'string' && { key: shortenKey(key) }),
  };
}

/** Logs one operation of a batch, with its idempotency key. */
export function logOperation(
  { log, member }: Pick<FastifyRequest, 'log' | 'member'>,
  { key, method, url, status }: { key: string; method: string; url: string; status: number },
): void {
  log.info(
    {
      ...(member && { member: member.id }),
      key: shortenKey(key),
      method,
      path: toLoggedPath(url),
      status,
    },
    'operation of a batch',
  );
}

/** Shortens an idempotency key, to limit the length of a log line. */
function shortenKey(key: string): string {
  return key.slice(0, 64);
}

/** Returns the id of a request for all logs: the proxy's id if it is well formed, else a new id. */
export function resolveRequestId(
  { headers }: Pick<IncomingMessage, 'headers'>,
  isBehindProxy: boolean,
): string {
  const header = headers['x-request-id'];
  const isUsual = typeof header === 'string' && /^[\w.-]{8,100}$/.test(header);
  return isBehindProxy && isUsual ? header : randomUUID();
}

function toLoggedRequest(request: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) {
  return {
    method: request.method,
    path: toLoggedPath(request.url),
    remoteAddress: anonymizeIp(request.ip),
  };
}

/** Returns the path of a URL for logs, without tokens of mailed links and without the query. */
export function toLoggedPath(url: string): string {
  const [path = ''] = url.split('?');
  return path.replaceAll(/[^/]{41,}/g, '[hidden]');
}
