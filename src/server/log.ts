import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

import { isHealth } from './health.ts';
import type { Settings } from './settings.ts';

/** Whatever bears one of these names is a secret, wherever it stands in what is logged. */
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
  // A key alone is an operation's, by which it is found.
  'source.key',
];

/** Lines of JSON on standard output. Bodies are never logged. */
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
 * A line when a request comes and one when it is answered, which says whose it was and by which key its
 * operation is found. Health is asked every few seconds, and would bury the rest.
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
    // A crowd is counted: a line for each would cost as much as all else of its refusal.
    if (request.turnedAway) reply.log.debug(line, 'request turned away');
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

/** One operation of a batch, by the key that its row has. */
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

/** Whatever a stranger sends, a line stays a line. */
function shortened(key: string): string {
  return key.slice(0, 64);
}

/**
 * What a request is called in every log: by the proxy in front, where there is one and its name is of a usual
 * form, or by us.
 */
export function requestIdOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  isBehindProxy: boolean,
): string {
  const given = headers['x-request-id'];
  const isUsual = typeof given === 'string' && /^[\w.-]{8,100}$/.test(given);
  return isBehindProxy && isUsual ? given : randomUUID();
}

function requestForLog(request: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) {
  return {
    method: request.method,
    path: pathForLog(request.url),
    remoteAddress: networkOf(request.ip),
  };
}

/** Enough of an address to tell one network from another, and too little to tell one person. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  const [network, bits] =
    address.kind() === 'ipv4'
      ? [ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/24`), 24]
      : [ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/48`), 48];
  return `${network.toString()}/${bits}`;
}

/** Links in mails carry tokens in their path, and a query may hold a key. */
export function pathForLog(url: string): string {
  const [path = ''] = url.split('?');
  return path.replaceAll(/[^/]{41,}/g, '[hidden]');
}

type LoggedError = {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
};

/**
 * A failed query repeats its parameters: addresses, hashes, whatever members wrote; and a mail server the
 * address that it refuses.
 */
export function errorForLog(error: Error): LoggedError {
  const hide = (text: string) =>
    text
      .replace(/\n?params: [\s\S]*?(?=\n {4}at |$)/, '')
      .replaceAll(/[^\s/:;,<>()[\]"']{1,64}@[^\s/:;,<>()[\]"']+/g, '[address]');
  return {
    type: error.name,
    message: hide(error.message),
    stack: hide(error.stack ?? ''),
    ...('code' in error && { code: String(error.code) }),
    ...(error.cause instanceof Error && { cause: errorForLog(error.cause) }),
  };
}
