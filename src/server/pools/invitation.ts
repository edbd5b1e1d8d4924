import { createHmac, timingSafeEqual } from 'node:crypto';

/** A pool, and the number of its current invitation. */
type InvitedPool = { id: string; invitation: number };

const idBytes = 16;
const codeBytes = 16;

/** Creates an invitation: the pool's id and a 128-bit code that only this server can compute. */
export function createInvitation(pool: InvitedPool, secret: string): string {
  return Buffer.concat([toIdBytes(pool.id), computeInvitationCode(pool, secret)]).toString(
    'base64url',
  );
}

/** Returns the pool id of an invitation; does not check whether the invitation is valid. */
export function parsePoolId(invitation: string): string {
  const hex = Buffer.from(invitation, 'base64url').subarray(0, idBytes).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** True if an invitation is valid for this pool. */
export function isInvitationTo(pool: InvitedPool, invitation: string, secret: string): boolean {
  const sentCode = Buffer.from(invitation, 'base64url');
  const right = Buffer.from(createInvitation(pool, secret), 'base64url');
  return sentCode.length === right.length && timingSafeEqual(sentCode, right);
}

function computeInvitationCode({ id, invitation }: InvitedPool, secret: string): Buffer {
  return createHmac('sha256', secret)
    .update(`invitation ${invitation} to pool ${id}`)
    .digest()
    .subarray(0, codeBytes);
}

function toIdBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}
