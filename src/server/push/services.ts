import { createECDH } from 'node:crypto';
import { buildPushPayload } from '@block65/webcrypto-web-push';

import type { PushMessage } from '#contract/account/push.ts';

import type { Vapid } from './vapid.ts';

/** The push services of browsers, and what their hosts end with. */
const hosts =
  /^(fcm\.googleapis\.com|([\w-]+\.)+(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/;

/**
 * Whether an address is one of a browser's push service. What a browser sends is anybody's choice, and
 * the server would knock wherever it says: at machines that only it can reach, too.
 */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.port !== '') return false;
  return url.username === '' && url.password === '' && hosts.test(url.hostname);
}

/** Whether a text is a browser's public key: a point on the curve, or nothing can be encrypted for it. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** Outcome of a push: sent, subscription gone, rejected for good, or to be retried. */
export type Delivery =
  | { is: 'sent' | 'gone' }
  | { is: 'refused'; status: number }
  | { is: 'late'; status: number; pause?: number };

export type Fetch = (url: string, request: RequestInit) => Promise<Response>;

const patience = 10_000;

/** Hands an encrypted message to the push service of a browser (RFC 8030, 8291). */
export async function deliver(
  fetch: Fetch,
  vapid: Vapid,
  { endpoint, p256dh, auth }: Subscription,
  message: { data: PushMessage; ttl: number },
): Promise<Delivery> {
  const { method, headers, body } = await buildPushPayload(
    {
      data: message.data,
      // A later message of the same tip takes the place of one that still waits.
      options: { ttl: message.ttl, topic: message.data.tipId.replaceAll('-', '') },
    },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    vapid,
  );
  const response = await fetch(endpoint, {
    method: method.toUpperCase(),
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
  await response.body?.cancel();
  return deliveryOf(response);
}

function deliveryOf({ ok, status, headers }: Response): Delivery {
  if (ok) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone' };
  if (status !== 408 && status !== 429 && status < 500) return { is: 'refused', status };
  const seconds = Number(headers.get('retry-after'));
  return { is: 'late', status, ...(seconds > 0 && { pause: seconds * 1000 }) };
}
