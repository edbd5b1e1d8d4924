import {
  resubmitted,
  type Intent,
  isOfDesk,
  joined,
  replaces,
  retargeted,
  undoes,
  tipOf,
} from '../../contents/intents.ts';
import { haveAnOrder } from '../../contents/kinds.ts';
import { Shown } from '../../contents/done-already.ts';
import type { Device } from '../../world/device.ts';
import type { Ending, Entry } from '../../world/ledger.ts';
import { type StoredRow, storedRows } from '../../world/reading.ts';
import type { PersonAction, World } from '../../world/world.ts';
import { hasCommonSubject } from '#sync/outbox/subjects.ts';

const prefix = 'touchline-member-';

/** Reads every outbox after every event, and checks each change. */
export function observeOutboxes(world: World): void {
  for (const device of world.devices) {
    const stored = device.disk
      .names()
      .filter((name) => name.startsWith('touchline-member-'))
      .flatMap((name) => {
        const rows = storedRows(device.disk.rows(name, 'operations'));
        for (const row of rows) judgeSeal(world, name, row);
        return rows;
      });
    const rowsById = new Map(stored.map((row) => [row.id, row]));
    for (const row of stored) notice(world, device, row);
    const removed = world.ledger
      .entries()
      .filter(({ id, device: on, ended }) => on === device.number && !ended && !rowsById.has(id));
    // The newest first, because it may have replaced an older one, and may be replaced itself.
    for (const entry of removed.toSorted((one, other) => other.seq - one.seq)) {
      entry.ended = endingOf(world, entry, stored);
      world.log(`${entry.alias} ${entry.ended}`);
    }
  }
}

function judgeSeal(world: World, database: string, row: StoredRow): void {
  if (database !== `${prefix}${row.memberId}`) {
    world.found('not sealed', `${world.ledger.alias(row.id)} lies in ${database}`);
  }
}

function notice(world: World, device: Device, row: StoredRow): void {
  const known = world.ledger.get(row.id);
  const entry = known ?? noticeNew(world, device, row);
  const before = known?.row;
  if (before === row) return;
  entry.row = row;
  entry.seq = row.seq;
  if (entry.ended) {
    world.found('lost', `${entry.alias} came back after it had been ${entry.ended}`);
  }
  if (before?.state !== row.state) {
    const why = row.blockedBy ?? row.problem?.code ?? '';
    world.log(`${entry.alias} ${row.kind} ${row.state} ${row.state === 'pending' ? '' : why}`);
    judgeState(world, entry, row);
  }
}

/** Checks a new row: a person has just requested it, or an old operation is retried as a new one. */
function noticeNew(world: World, device: Device, row: StoredRow): Entry {
  const { action, ledger } = world;
  const here = action?.device === device.number ? action : undefined;
  const isRequested = here?.what === 'queueing' && hasCommonSubject(here, row);
  // Reopening some of the confirmed tickets leaves a confirmation of the others.
  const isRemainder =
    isRequested && here.intent.kind === 'tips.reopen' && row.kind === 'tips.confirm';
  if (isRequested && (here.intent.kind === row.kind || isRemainder)) {
    const entry = ledger.add(row, device.number, here.intent);
    const refused = row.problem && refusedIn(world, entry, row);
    if (refused?.refused) entry.refused = refused.refused;
    here.entry = entry;
    return entry;
  }
  const intent = here?.what === 'retrying' ? renewedIntent(world, here, row) : undefined;
  const entry = ledger.add(row, device.number, intent);
  if (!intent) world.found('not as asked', `${entry.alias} ${row.kind}: nobody asked for it`);
  return entry;
}

/** The refused operation whose remaining part this operation is. */
function refusedIn({ ledger }: World, entry: Entry, { problem }: StoredRow): Entry | undefined {
  return ledger
    .entries()
    .find(
      ({ device, memberId, subjects, ended, row }) =>
        device === entry.device &&
        memberId === entry.memberId &&
        hasCommonSubject({ subjects }, entry) &&
        !ended &&
        row !== entry.row &&
        row.problem?.code === problem?.code,
    );
}

/** The content that a retry as a new operation must have: that of the old one, except for a new tip id. */
function renewedIntent(
  { ledger }: World,
  action: Extract<PersonAction, { what: 'retrying' }>,
  { id, formerly = [] }: StoredRow,
): Intent | undefined {
  const former = ledger.get(formerly.at(-1) ?? '')?.intent;
  if (!former) return undefined;
  if (isOfDesk(former)) {
    const shown = Shown.safeParse(ledger.get(formerly.at(-1) ?? '')?.row.problem?.fixture).data;
    return shown ? resubmitted(former, shown) : former;
  }
  const tip = tipOf(former) ?? '';
  if (former.kind === 'tip.post') action.renamed.set(tip, id);
  return retargeted(former, action.renamed.get(tip) ?? tip, tip);
}

/** Checks that only a response of the server acknowledges or refuses an operation. */
function judgeState(world: World, entry: Entry, row: StoredRow): void {
  if (row.state === 'acked' && !isDone(world, entry)) {
    world.found('posted without an effect', `${entry.alias} ${row.kind} is taken for done`);
  }
  const refused = row.state === 'rejected' || row.state === 'conflict';
  const refusal = entry.refused?.some(
    ({ status, code }) => !passing.has(status) && code === row.problem?.code,
  );
  if (refused && refusal !== true) {
    const why = row.problem?.code ?? 'no reason';
    world.found('refused by nobody', `${entry.alias} ${row.kind} is ${row.state} for ${why}`);
  }
}

/** Statuses that are no decision about the operation. */
const passing = new Set([401, 408, 425, 426, 429]);

/**
 * True if the server has executed the operation, or the same booking or confirmation of another.
 */
function isDone({ ledger }: World, { done, doneByOthers, refused, intent }: Entry): boolean {
  if (done || doneByOthers) return true;
  if (intent?.kind !== 'tip.book' && intent?.kind !== 'tip.confirm') return false;
  const tip = tipOf(intent) ?? '';
  const does = (other: Intent) =>
    (other.kind === intent.kind && tipOf(other) === tip) ||
    (intent.kind === 'tip.confirm' &&
      other.kind === 'tips.confirm' &&
      other.payload.ids.includes(tip));
  return (
    refused?.some(({ status }) => status === 409) === true &&
    ledger.entries().some((other) => other.done && other.intent !== undefined && does(other.intent))
  );
}

/** The reason why an operation has left its outbox; without a valid reason it is reported as lost. */
function endingOf(world: World, entry: Entry, stored: readonly StoredRow[]): Ending {
  const { action } = world;
  const last = entry.row;
  const here = action?.device === entry.device ? action : undefined;
  if (here?.what === 'discarding' && goesWith(world, entry, here.id)) return 'by its person';
  if (here?.what === 'leaving' && here.memberId === entry.memberId) return 'by its person';
  const isUnsent = last.state === 'pending' && !last.sentEver;
  const isNamed = here?.what === 'cancelling' && namesOf(last).includes(here.id);
  const refused = last.state === 'rejected' || last.state === 'conflict';
  const mayGo = refused || (isUnsent && !hasItsPlace(world, entry));
  if (isNamed && mayGo) return 'by its person';
  // A retry that creates a new operation also gives new ids to later operations on its tip.
  const renewed = stored.some(
    ({ seq, formerly }) => seq === entry.seq && formerly?.includes(entry.id),
  );
  if (here?.what === 'retrying' && renewed && !entry.done) return 'renewed';
  if (here?.what === 'queueing' && hasCommonSubject(here, entry) && entry.intent) {
    if (refused && replaces(here.intent, entry.intent)) return 'by its person';
    if (isUnsent && !hasItsPlace(world, entry, here) && joins(here, entry)) {
      return 'merged';
    }
    // The refused operation changed nothing, so its undo need not be sent.
    if (refused && undoes(here.intent, entry.intent) && joins(here, entry)) return 'by its person';
  }
  if (isDone(world, entry)) return 'settled';
  world.found('lost', `${entry.alias} ${entry.kind} was ${last.state} and is gone`);
  return 'settled';
}

function namesOf({ id, formerly = [] }: StoredRow): string[] {
  return [id, ...formerly];
}

/** True if discarding an operation also discards this one, as a post does for its tip. */
function goesWith({ ledger }: World, entry: Entry, discarded: string): boolean {
  if (entry.id === discarded) return true;
  const chosen = ledger.get(discarded);
  if (chosen?.intent?.kind !== 'tip.post' || entry.intent === undefined) return false;
  return entry.memberId === chosen.memberId && tipOf(entry.intent) === tipOf(chosen.intent);
}

type Queueing = Extract<PersonAction, { what: 'queueing' }>;

/** True if a new request replaces this earlier unsent operation. */
function joins(action: Queueing, entry: Entry): boolean {
  if (entry === action.entry) {
    action.entry = undefined;
    return true;
  }
  const together = entry.intent && joined(entry.intent, action.intent);
  if (!entry.intent || together === undefined) return false;
  action.replaced.push(entry.intent);
  if (together === 'nothing') return action.entry === undefined;
  action.intent = together;
  if (action.entry) action.entry.intent = together;
  return true;
}

/**
 * True if a later pending operation must stay behind this one. A reopening may pass confirmations
 * of other tickets.
 */
function hasItsPlace({ ledger }: World, entry: Entry, action?: Queueing): boolean {
  const before = action?.entry?.seq ?? Infinity;
  const isPassed = ({ intent }: Entry) =>
    action?.intent.kind === 'tips.reopen' &&
    intent?.kind === 'tips.confirm' &&
    !intent.payload.ids.some(
      (id) => action.intent.kind === 'tips.reopen' && action.intent.payload.ids.includes(id),
    );
  return ledger
    .entries()
    .some(
      (one) =>
        one.device === entry.device &&
        one.memberId === entry.memberId &&
        one.seq > entry.seq &&
        one.seq < before &&
        !one.ended &&
        one.row.state !== 'acked' &&
        !isPassed(one) &&
        haveAnOrder(entry, one),
    );
}

function decides(intent: Intent): boolean {
  const results = intent.kind === 'fixture.settle' ? intent.payload.results : [];
  return results.length > 0 && results.every(({ result }) => result !== 'pending');
}

/** Checks that a request without a remaining operation was cancelled out by those it replaced. */
export function judgeCancelled(world: World, { intent, entry, replaced }: Queueing): void {
  if (entry !== undefined || replaced.length === 0) return;
  if (intent.kind === 'tip.withdraw' && replaced.some(({ kind }) => kind === 'tip.post')) return;
  if (intent.kind === 'tips.reopen' && replaced.every(({ kind }) => kind === 'tips.confirm'))
    return;
  if (intent.kind === 'fixture.settle' && replaced.every(decides)) return;
  if (intent.kind === 'leg.settle' && replaced.every(({ kind }) => kind === 'leg.settle')) return;
  world.found('lost', `of ${intent.kind} and the replaced ones nothing is left`);
}
