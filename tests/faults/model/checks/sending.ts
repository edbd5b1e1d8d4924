import type { Device } from '../../world/device.ts';
import type { Entry } from '../../world/ledger.ts';
import type { Sent } from '../../world/network.ts';
import { type StoredRow, storedRows } from '../../world/reading.ts';
import type { World } from '../../world/world.ts';
import { haveAnOrder } from '../../contents/kinds.ts';
import { isTokenCheck } from './sessions.ts';
import { batchPath, bearerOf, operationsIn, type SentOperation } from './sent-operations.ts';

/** Calls that change something and are not sent from the outbox. */
const notOperations = /^\/api\/auth\//;

/** The operations of each request in flight. */
export type UnderWay = Map<Sent, readonly Entry[]>;

/** Checks a request when it leaves its device. */
export function judgeSending(world: World, device: Device, sent: Sent, underWay: UnderWay): void {
  if (!sent.isChange || notOperations.test(sent.path)) return;
  if (isTokenCheck(device, sent) && !world.ledger.get(sent.key ?? '')) return;
  const operations = operationsIn(sent);
  if (operations.length === 0 || (sent.path !== batchPath && sent.key === undefined)) {
    world.found('key', `${sent.method} ${sent.path} was sent without a key`);
    return;
  }
  const inThis = new Set<string>();
  for (const operation of operations) {
    const entry = world.ledger.get(operation.key);
    if (!entry) {
      world.found('key', `${sent.path} was sent under a key that is no operation's`);
      continue;
    }
    judgeSender(world, device, sent, entry);
    judgeBytes(world, entry, operation);
    judgePlace(world, device, entry, inThis);
    judgeFloor(world, device, entry);
    inThis.add(operation.key);
  }
  judgeParallel(world, device, sent, operations, underWay);
}

function judgeSender(world: World, device: Device, sent: Sent, entry: Entry): void {
  if (bearerOf(sent) !== entry.memberId) {
    world.found('sent as the wrong member', `${entry.alias} went with another member's token`);
  }
  if (entry.device !== device.number) {
    world.found('key', `${entry.alias} was sent by another device`);
  }
}

function judgeBytes(world: World, entry: Entry, { bytes, ifMatch }: SentOperation): void {
  const all = `${bytes} ${ifMatch ?? ''}`;
  entry.bytes ??= all;
  if (entry.bytes !== all) world.found('bytes changed', `${entry.alias} went out with others`);
  if (entry.row.baseVersion !== undefined && Number(ifMatch ?? 0) < entry.row.baseVersion) {
    world.found('without precondition', `${entry.alias} does not say which version was seen`);
  }
}

/**
 * Checks that the operation is marked as sending, and that every earlier one with a common subject
 * is finished or in the same request.
 */
function judgePlace(world: World, device: Device, entry: Entry, inThis: ReadonlySet<string>): void {
  const rows = outboxRows(device, entry.memberId);
  const row = rows.find(({ id }) => id === entry.id);
  if (!row?.sentEver || row.state !== 'sending') {
    const state = row ? row.state : 'gone';
    // Another process may have removed the row between the mark and the first byte.
    if (row || !entry.ended) {
      world.found('not marked before it is sent', `${entry.alias} is ${state} on its device`);
    }
    return;
  }
  const overtaken = rows.find(({ id, seq, state }) => {
    const other = world.ledger.get(id);
    const isOpen = seq < row.seq && state !== 'acked' && !inThis.has(id);
    return isOpen && other !== undefined && haveAnOrder(other, entry);
  });
  if (overtaken) {
    const [before, theirs] = [world.ledger.alias(overtaken.id), overtaken.kind];
    const what = `${entry.alias} ${entry.kind} went before ${before} ${theirs}`;
    world.found('out of order', `${what} (${overtaken.state})`);
  }
}

function judgeFloor(world: World, device: Device, entry: Entry): void {
  const { floor } = entry;
  if (!floor || world.time.now() >= floor.until) return;
  // After a change of the clock or a storage fault, a device cannot know the rest of the wait.
  const since = Math.max(device.clock.setAt, device.disturbedAt);
  if (since >= floor.since || !device.locks) return;
  const early = floor.until - world.time.now();
  world.found('before Retry-After', `${entry.alias} went ${early} ms before ${floor.by}`);
}

/** Checks that no other request in flight has an operation with a common subject. */
function judgeParallel(
  world: World,
  device: Device,
  sent: Sent,
  operations: readonly SentOperation[],
  underWay: UnderWay,
): void {
  const entries = operations.flatMap(({ key }) => world.ledger.get(key) ?? []);
  for (const [other, theirs] of underWay) {
    if (!other.sender.isAlive() || !device.locks) continue;
    const shared = theirs.find((one) =>
      entries.some((entry) => one.memberId === entry.memberId && haveAnOrder(one, entry)),
    );
    if (shared) world.found('two on a subject at once', `${sent.path}: ${shared.alias}`);
  }
  underWay.set(sent, entries);
}

/** A member's outbox rows on a device. */
export function outboxRows(device: Device, memberId: string): StoredRow[] {
  return storedRows(device.disk.rows(`touchline-member-${memberId}`, 'operations'));
}
