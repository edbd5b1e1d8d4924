import { createECDH } from 'node:crypto';
import { buildPushPayload } from '@block65/webcrypto-web-push';

import type { PushMessage } from '#contract/account/push.ts';

import type { VapidDetails } from './vapid.ts';

/** Hosts of the push services of browsers. */
const pushServiceHosts =
  /^(fcm\.googleapis\.com|([\w-]+\.)+(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/;

/**
 * True if a URL belongs to a browser's push service. Clients can send any URL, and the server must
 * not send requests to internal machines.
 */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.port !== '') return false;
  return url.username === '' && url.password === '' && pushServiceHosts.test(url.hostname);
}

/** True for a valid public key on the curve P-256, which encryption needs. */
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

export type BrowserPushSubscription = { endpoint: string; p256dh: string; auth: string };

/** Result of a push: sent, subscription gone, finally rejected, or to be retried (`pause`: ms). */
export type DeliveryResult =
  | { is: 'sent' | 'gone' }
  | { is: 'refused'; status: number }
  | { is: 'late'; status: number; pause?: number };

export type Fetch = (url: string, request: RequestInit) => Promise<Response>;

const pushTimeoutMs = 10_000;

/** Sends an encrypted message to a browser's push service (RFC 8030, RFC 8291). */
export async function deliverPush(
  fetch: Fetch,
  vapid: VapidDetails,
  { endpoint, p256dh, auth }: BrowserPushSubscription,
  message: { data: PushMessage; ttl: number },
): Promise<DeliveryResult> {
  const { method, headers, body } = await buildPushPayload(
    {
      data: message.data,
      // The topic lets a later message about the same tip replace an undelivered message.
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
    signal: AbortSignal.timeout(pushTimeoutMs),
  });
  await response.body?.cancel();
  return toDeliveryResult(response);
}

function toDeliveryResult({ ok, status, headers }: Response): DeliveryResult {
  if (ok) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone' };
  if (status !== 408 && status !== 429 && status < 500) return { is: 'refused', status };
  const seconds = Number(headers.get('retry-after'));
  return { is: 'late', status, ...(seconds > 0 && { pause: seconds * 1000 }) };
}
