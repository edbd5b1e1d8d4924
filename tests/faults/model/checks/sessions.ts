import type { Device } from '../../world/device.ts';
import type { Arrived, Sent } from '../../world/network.ts';
import type { World } from '../../world/world.ts';
import { batchPath } from './sent-operations.ts';

const second = 1000;

/** Maximum time until a logout must have reached the server, in milliseconds. */
const maxLogoutMs = 5 * 60 * second;

/** Checks that no token is accepted after its logout. */
export async function judgeSessions(world: World, device: Device): Promise<void> {
  const deadline = world.time.now() + maxLogoutMs;
  let accepted = device.loggedOut;
  while (accepted.length > 0) {
    accepted = await acceptedOf(world, accepted);
    if (world.time.now() > deadline) break;
    if (accepted.length > 0) await world.time.passesUntil(world.time.now() + 30 * second);
  }
  for (const _ of accepted) {
    world.found('session', `device ${device.number} was logged out of a session that still stands`);
  }
}

async function acceptedOf({ server }: World, tokens: readonly string[]): Promise<string[]> {
  const accepted = [];
  for (const token of tokens) {
    const { status } = await server.handles({
      method: 'POST',
      path: '/api/auth/renew',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    if (status !== 401) accepted.push(token);
  }
  return accepted;
}

type Credentials = Pick<Device, 'refusedCredentials'>;

/** Records the token of a read that got a 401 response. */
export function recordRefusedRead(
  { refusedCredentials }: Credentials,
  { sent, answer }: Pick<Arrived, 'sent' | 'answer'>,
): void {
  const { authorization } = sent.headers;
  if (!sent.isChange && answer.status === 401 && authorization) {
    refusedCredentials.add(authorization);
  }
}

/** True if a request only checks a refused token: a batch without operations. */
export function isTokenCheck({ refusedCredentials }: Credentials, sent: Sent): boolean {
  const { method, path, body, key, headers } = sent;
  const isEmptyBatch = method === 'POST' && path === batchPath && body === '[]';
  return (
    isEmptyBatch && key !== undefined && refusedCredentials.has(headers['authorization'] ?? '')
  );
}
