import type { Device } from '../world/device.ts';
import type { Ending, Entry } from '../world/ledger.ts';
import { type StoredRow, storedRows } from '../world/reading.ts';
import type { World } from '../world/world.ts';

const prefix = 'touchline-member-';

/** Looks at every outbox after every event, and judges what has changed since. */
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
    for (const entry of world.ledger.entries()) {
      if (entry.device !== device.number || entry.ended || rowsById.has(entry.id)) continue;
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
  const entry = known ?? world.ledger.add(row, device.number);
  const before = known?.row;
  if (before === row) return;
  entry.row = row;
  if (entry.ended) {
    world.found('lost', `${entry.alias} came back after it had been ${entry.ended}`);
  }
  if (before?.state !== row.state) {
    const why = row.blockedBy ?? row.problem?.code ?? '';
    world.log(`${entry.alias} ${row.kind} ${row.state} ${row.state === 'pending' ? '' : why}`);
    judgeState(world, entry, row);
  }
}

/** Nothing but the server's own word acknowledges or refuses. */
function judgeState(world: World, entry: Entry, row: StoredRow): void {
  if (row.state === 'acked' && !isDone(entry)) {
    world.found('posted without an effect', `${entry.alias} ${row.kind} is taken for done`);
  }
  const refused = row.state === 'rejected' || row.state === 'conflict';
  const said = entry.refused?.some((status) => !passing.has(status)) ?? false;
  if (refused && !said) {
    const why = row.problem?.code ?? 'no reason';
    world.found('refused by nobody', `${entry.alias} ${row.kind} is ${row.state} for ${why}`);
  }
}

/** Refusals that say nothing of the operation itself. */
const passing = new Set([401, 408, 425, 426, 429]);

/** What cannot be done twice counts as done when it was done before. */
function isDone({ done, refused, kind }: Entry): boolean {
  if (done) return true;
  const oneWay = kind === 'tip.book' || kind === 'tip.confirm' || kind === 'tip.withdraw';
  return oneWay && (refused?.some((status) => status === 409 || status === 404) ?? false);
}

/** Why an operation has left its outbox; where no reason will do, it is lost. */
function endingOf(world: World, entry: Entry, stored: readonly StoredRow[]): Ending {
  const { doing } = world;
  const last = entry.row;
  const here = doing?.device === entry.device ? doing : undefined;
  if (here?.what === 'discarding' && here.ids.has(entry.id)) return 'by its person';
  if (here?.what === 'leaving' && here.memberId === entry.memberId) return 'by its person';
  const refused = last.state === 'rejected' || last.state === 'conflict';
  // What is tried again as something new takes the rest of its lane along, none of which was done.
  const renewed = stored.some(
    ({ seq, formerly }) => seq === entry.seq && formerly?.includes(entry.id),
  );
  if (here?.what === 'retrying' && renewed && !entry.done) return 'renewed';
  if (here?.what === 'queueing' && here.lane === entry.lane) {
    // Whoever saves a profile anew, with a picture or without, replaces what was refused of it.
    const anew = here.kind === entry.kind || here.lane.startsWith('profile:');
    if (refused && anew) return 'by its person';
    if (last.state === 'pending' && !last.sentEver) return 'merged';
  }
  if (isDone(entry)) return 'settled';
  world.found('lost', `${entry.alias} ${entry.kind} was ${last.state} and is gone`);
  return 'settled';
}
