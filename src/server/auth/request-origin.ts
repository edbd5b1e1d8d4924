import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

import { networkOf } from '../platform/network.ts';
import { acceptedLanguage } from '../platform/translations.ts';
import type { Services } from '../services.ts';
import { deviceOf } from './devices.ts';

/** The origin of a request as sessions and mails store it. */
export type RequestOrigin = {
  /** A keyed hash of the network: requests can be compared by it, and the network stays private. */
  askedFrom: string;
  /** Browser and system. */
  device: string;
  language: string;
};

export function originOf(
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  { settings }: Pick<Services, 'settings'>,
): RequestOrigin {
  const network = createHmac('sha256', settings.jwtSecret).update(`network ${networkOf(ip)}`);
  return {
    askedFrom: network.digest('base64url'),
    device: deviceOf(headers['user-agent']),
    language: acceptedLanguage(headers['accept-language']),
  };
}
