import { createHmac } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';

/**
 * The network of an address, so that two requests from one can be told; as a keyed hash, because
 * where somebody was is nobody's business afterwards.
 */
export function networkOf(ip: string, secret: string): string {
  // Coarse, for a line that is given another address at will is still the same line.
  const address = rateLimit.normalizeIP(ip, 48);
  const network = address.includes(':') ? address : address.split('.').slice(0, 3).join('.');
  return createHmac('sha256', secret).update(`network ${network}`).digest('base64url');
}
