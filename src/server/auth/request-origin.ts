import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

import { anonymizeIp } from '../platform/network.ts';
import { parseAcceptLanguage } from '../platform/translations.ts';
import type { Services } from '../services.ts';
import { parseUserAgent } from './devices.ts';

/** The origin of a request as sessions and mails store it. */
export type RequestOrigin = {
  /** A keyed hash of the network: requests can be compared by it, and the network stays private. */
  askedFrom: string;
  /** Browser and system. */
  device: string;
  language: string;
};

export function readRequestOrigin(
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  { settings }: Pick<Services, 'settings'>,
): RequestOrigin {
  const network = createHmac('sha256', settings.jwtSecret).update(`network ${anonymizeIp(ip)}`);
  return {
    askedFrom: network.digest('base64url'),
    device: parseUserAgent(headers['user-agent']),
    language: parseAcceptLanguage(headers['accept-language']),
  };
}
