import { LogController, type FastifyRequest } from 'fastify';

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
  'databaseUrl',
  'smtpUrl',
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

/** Health is asked every few seconds, and would bury the rest. */
export const logController = new LogController({
  disableRequestLogging: ({ url }) => isHealth(url),
});

function requestForLog(request: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) {
  return { method: request.method, path: pathForLog(request.url), remoteAddress: request.ip };
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

/** A failed query repeats its parameters: addresses, hashes, whatever members wrote. */
export function errorForLog(error: Error): LoggedError {
  const hide = (text: string) => text.replace(/\n?params: [\s\S]*?(?=\n {4}at |$)/, '');
  return {
    type: error.name,
    message: hide(error.message),
    stack: hide(error.stack ?? ''),
    ...('code' in error && { code: String(error.code) }),
    ...(error.cause instanceof Error && { cause: errorForLog(error.cause) }),
  };
}
