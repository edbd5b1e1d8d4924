import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

import { anonymizeIp } from '../platform/network.ts';
import { parseAcceptLanguage } from '../platform/translations.ts';
import type { Services } from '../services.ts';
import { parseUserAgent } from './devices.ts';

/** Origin of a request, as stored with sessions and mails. */
export type RequestOrigin = {
  /** A keyed hash of the network: requests can be compared, but the network stays secret. */
  askedFrom: string;
  /** Browser and operating system. */
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
