import type { Device } from '../../world/device.ts';
import type { Entry } from '../../world/ledger.ts';
import type { Sent } from '../../world/network.ts';
import { type StoredRow, storedRows } from '../../world/reading.ts';
import type { World } from '../../world/world.ts';
import { areAboutSame, haveAnOrder } from '../../contents/intents.ts';
import { needPerson, needsPersonItself } from './stuck.ts';
import { isTokenCheck } from './sessions.ts';
import { batchPath, bearerOf, operationsIn, type SentOperation } from './sent-operations.ts';

/** Mutating calls that are no operations of the outbox. */
const notOperations = /^\/api\/auth\//;

/** Lanes of each running request. */
export type UnderWay = Map<Sent, ReadonlySet<string>>;

/** Checks a request when it leaves its device. */
export function judgeSending(world: World, device: Device, sent: Sent, underWay: UnderWay): void {
  if (!sent.isChange || notOperations.test(sent.path)) return;
  if (isTokenCheck(device, sent) && !world.ledger.get(sent.key ?? '')) return;
  const operations = operationsIn(sent);
  if (operations.length === 0 || (sent.path !== batchPath && sent.key === undefined)) {
    world.found('key', `${sent.method} ${sent.path} was sent without a key`);
    return;
  }
  const inThis = new Set(operations.map(({ key }) => key));
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
  }
  judgeLanes(world, device, sent, operations, underWay);
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
 * Verifies that the operation is marked in its outbox and that no earlier one of its lane is
 * unfinished.
 */
function judgePlace(world: World, device: Device, entry: Entry, inThis: ReadonlySet<string>): void {
  const rows = outboxRows(device, entry.memberId);
  const row = rows.find(({ id }) => id === entry.id);
  if (!row?.sentEver || row.state !== 'sending') {
    const state = row ? row.state : 'gone';
    // It may have been removed between the mark and the first byte.
    if (row || !entry.ended) {
      world.found('not marked before it is sent', `${entry.alias} is ${state} on its device`);
    }
    return;
  }
  const needy = needPerson(rows);
  const undone = rows.find(
    (other) =>
      other.lane === row.lane &&
      other.seq < row.seq &&
      other.state !== 'acked' &&
      !inThis.has(other.id) &&
      !(needy.has(other) && mayBePassed(world, other, entry)),
  );
  if (undone) {
    const before = world.ledger.alias(undone.id);
    world.found('out of order', `${entry.alias} went before ${before} (${undone.state})`);
  }
  const pending = rows.find(
    ({ id, formerly = [], state }) =>
      [id, ...formerly].some((each) => row.deps.includes(each)) && state !== 'acked',
  );
  if (pending) {
    world.found('out of order', `${entry.alias} went before what it depends on`);
  }
  const overtaken = rows.find(
    (other) => other.seq < row.seq && !needy.has(other) && mayNotBePassed(world, other, entry),
  );
  if (overtaken) {
    const [before, theirs] = [world.ledger.alias(overtaken.id), overtaken.kind];
    const what = `${entry.alias} ${entry.kind} went before ${before} ${theirs}`;
    world.found('out of order', `${what} (${overtaken.state})`);
  }
}

/**
 * An operation behind one that needs its person is held back only if both have a common subject.
 */
function mayBePassed({ ledger }: World, other: StoredRow, { intent }: Entry): boolean {
  const before = ledger.get(other.id)?.intent;
  if (needsPersonItself(other) || !before || !intent) return false;
  return !areAboutSame(before, intent);
}

/** True if an unfinished operation of another lane affects this one. */
function mayNotBePassed(
  { ledger }: World,
  { id, state, lane }: StoredRow,
  { intent, lane: own }: Entry,
): boolean {
  const before = ledger.get(id)?.intent;
  if (state === 'acked' || lane === own || !before || !intent) return false;
  return haveAnOrder(before, intent);
}

function judgeFloor(world: World, device: Device, entry: Entry): void {
  const { floor } = entry;
  if (!floor || world.time.now() >= floor.until) return;
  // After a change of the clock the remaining time is unknown, and without stored rows there is no
  // wait.
  const since = Math.max(device.clock.setAt, device.disturbedAt);
  if (since >= floor.since || !device.locks) return;
  const early = floor.until - world.time.now();
  world.found('before Retry-After', `${entry.alias} went ${early} ms before ${floor.by}`);
}

function judgeLanes(
  world: World,
  device: Device,
  sent: Sent,
  operations: readonly SentOperation[],
  underWay: UnderWay,
): void {
  const lanes = new Set(
    operations.flatMap(({ key }) => {
      const entry = world.ledger.get(key);
      return entry ? [`${entry.memberId} ${entry.lane}`] : [];
    }),
  );
  for (const [other, theirs] of underWay) {
    if (!other.sender.isAlive() || !device.locks) continue;
    for (const lane of theirs) {
      if (lanes.has(lane)) world.found('two of a lane at once', `${sent.path}: ${lane}`);
    }
  }
  underWay.set(sent, lanes);
}

/** A member's outbox rows on a device. */
export function outboxRows(device: Device, memberId: string): StoredRow[] {
  return storedRows(device.disk.rows(`touchline-member-${memberId}`, 'operations'));
}
