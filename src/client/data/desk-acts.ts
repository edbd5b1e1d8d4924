import { useLiveQuery } from 'dexie-react-hooks';
import { deskLimit } from '#contract/limits.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { payloadIn, type PayloadOf } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { DeviceState } from '#sync/status.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { optionNamed } from '#domain/catalogue.ts';
import { scoreFrom } from '#domain/fixture.ts';
import { decide } from '#domain/settlement.ts';
import { undoWindow } from '#domain/tip.ts';
import { useDevice } from './device/device.tsx';
import { useRunning } from './device/running.ts';
import { serverNow } from './device/server-time.ts';
import { useActions } from './outbox/actions.ts';
import { pendingStateOf } from './outbox/change-state.ts';
import type { Changes } from './outbox/queue.ts';
import { readAdminTip } from './tips/admin-tips.ts';

type Settling = PayloadOf<'fixture.settle'>;
type LegChange = PayloadOf<'leg.settle'>['change'];
type Declined = Pick<PayloadOf<'leg.settle'>, 'declined'>;

/**
 * One undoable action at the desk: decided options, confirmed tickets, or one decided leg of one
 * ticket.
 */
export type DeskAct = {
  id: string;
  /** By the server's clock. */
  at: number;
  settled: DecidedOptions[];
  confirmed: string[];
  /** The operation that decided the leg or confirmed the ticket. */
  operationId?: string | undefined;
  leg?: DecidedLeg;
  /** The state of its operations on this phone; absent once all are acknowledged. */
  state?: DeviceState | undefined;
};

/**
 * Options of a fixture with their results, and all results of that action, some of which may be
 * undone.
 */
type DecidedOptions = Pick<Settling, 'fixtureId' | 'game' | 'version'> & {
  oddsIds: number[];
  results: Pick<Settling['results'][number], 'oddsId' | 'result' | 'ifPending'>[];
};

/** A leg of one ticket with its new result and its previous state. */
type DecidedLeg = {
  tipId: string;
  oddsId: number | undefined;
  result: LegChange['result'];
  was: LegChange;
};

export const actsDocument = 'acts-at-desk';

/** The assumed maximum error of the known server time, in milliseconds. */
const clockError = 2_000;

/** Settling at the desk, and the recent actions that can still be undone, newest first. */
export type DeskActs = {
  acts: readonly DeskAct[];
  settle: (fixtures: readonly Settling[]) => Promise<void>;
  confirm: (ids: readonly string[]) => Promise<void>;
  /** Decides one leg of a ticket at its seen version; `declined` if its odds are set. */
  settleLeg: (tip: Tip, change: LegChange, how?: Declined) => Promise<void>;
  /** Confirms one ticket at its seen version. */
  confirmSeen: (tip: Pick<Tip, 'id' | 'version'>) => Promise<void>;
  /** Undoes an action or a piece of it; `versionOf` returns current versions of fixtures. */
  undo: (act: DeskAct, versionOf: (fixtureId: string) => number | undefined) => Promise<void>;
};

/** This administrator's actions on this device; each can be undone for ten minutes. */
export function useDeskActs(now: Date): DeskActs {
  const { member } = useDevice();
  const { engine } = useRunning();
  const { together } = useActions();
  const store = member?.store;
  const stored = useLiveQuery(async () => store && readActs(store), [store]) ?? [];
  /**
   * Queues changes and records the action in one transaction, so that every stored change can be
   * undone.
   */
  const noted = async (
    doing: (changes: Changes) => Promise<Partial<DeskAct> | undefined>,
  ): Promise<void> => {
    const at = serverNow(engine).getTime();
    await together(async (changes) => {
      const done = await doing(changes);
      if (!done) return;
      await change(store, (acts) => [
        { id: crypto.randomUUID(), at, settled: [], confirmed: [], ...done },
        ...acts.filter((each) => at - each.at <= undoWindow),
      ]);
    });
  };
  return {
    acts: stored
      .flatMap((one, place, acts) => onTop(one, acts.slice(0, place)))
      .filter(({ at }) => now.getTime() - at <= undoWindow),
    settle: (fixtures) =>
      noted(async ({ act }) => {
        const id = crypto.randomUUID();
        for (const { results, ...fixture } of fixtures) {
          const ofAct = results.map((each) => ({ ...each, act: id }));
          await act('fixture.settle', { ...fixture, results: ofAct });
        }
        const settled = fixtures.map(({ fixtureId, game, version, results }) => ({
          fixtureId,
          game,
          version,
          oddsIds: results.map(({ oddsId }) => oddsId),
          results: results.map(({ oddsId, result, ifPending }) => ({
            oddsId,
            result,
            ...(ifPending && { ifPending }),
          })),
        }));
        return { id, settled };
      }),
    confirm: (ids) =>
      noted(async ({ act }) => {
        for (const part of parts(ids)) await act('tips.confirm', { ids: part });
        return { confirmed: [...ids] };
      }),
    settleLeg: (tip, change, how) =>
      noted(async ({ act }) => {
        const operationId = await settleLeg(act, tip, change, how);
        const leg = legOf(tip, change);
        if (!leg || !standsAgain(leg, now)) return undefined;
        const oddsId = optionNamed(leg.oddName)?.oddsId;
        const done = { tipId: tip.id, oddsId, result: change.result, was: asItStands(leg) };
        return { leg: done, operationId };
      }),
    confirmSeen: ({ id, version }) =>
      noted(async ({ act }) => {
        const operationId = await act('tip.confirm', { tipId: id }, { baseVersion: version });
        return { confirmed: [id], operationId };
      }),
    undo: async (part, versionOf) => {
      if (!store) return;
      const ticket = part.leg && (await readAdminTip(store, part.leg.tipId));
      // Unsent operations were stamped by this device's clock.
      const ahead = Math.max(0, serverNow(engine).getTime() - Date.now());
      await together(async (changes) => {
        // A second request for the same undo finds nothing.
        const act = await takeOff(store, part);
        if (act) await takeBack(act, changes, { ticket, ahead, versionOf });
      });
    },
  };
}

/** The stored actions, with their operations read in the same transaction. */
async function readActs(store: MemberStore): Promise<DeskAct[]> {
  const tables = [store.documents, store.operations];
  const [document, operations] = await store.transaction('r', tables, async () =>
    Promise.all([store.documents.get(actsDocument), store.operations.orderBy('seq').toArray()]),
  );
  return actsIn(document?.value).map((act) => ({
    ...act,
    state: pendingStateOf(
      operations.filter((row) => isPartOf(row, act)),
      operations,
    ),
  }));
}

/**
 * Whether an operation belongs to an action. Ids cannot tell: they change when operations are
 * merged.
 */
function isPartOf(row: OperationRow, act: DeskAct): boolean {
  if (row.id === act.operationId) return true;
  const settled = payloadIn(row, 'fixture.settle')?.results;
  if (settled) return settled.some((one) => one.act === act.id && one.result !== 'pending');
  return payloadIn(row, 'tips.confirm')?.ids.some((id) => act.confirmed.includes(id)) === true;
}

async function settleLeg(
  act: Changes['act'],
  { id: tipId, options: legs, version }: Tip,
  change: LegChange,
  how: Declined = {},
): Promise<string | undefined> {
  return act('leg.settle', { tipId, legs, change, ...how }, { baseVersion: version });
}

type Known = {
  /** The ticket of the decided leg in its current state. */
  ticket: Tip | null | undefined;
  /** The server's clock minus the device's, in milliseconds. */
  ahead: number;
  versionOf: (fixtureId: string) => number | undefined;
};

/** Undoes an action: unsent changes are dropped, and sent ones get an opposite change. */
async function takeBack(
  { id, at, settled, confirmed, operationId, leg }: DeskAct,
  { act, cancel }: Changes,
  { ticket, ahead, versionOf }: Known,
): Promise<void> {
  if (operationId !== undefined && (await cancel(operationId))) return;
  // Reopening a ticket must follow its confirmation.
  const deps = operationId === undefined ? [] : [operationId];
  for (const ids of parts(confirmed)) await act('tips.reopen', { ids }, { deps });
  // Another administrator's later decision of the leg is not touched.
  if (leg && ticket && legOf(ticket, leg.was)?.result === leg.result) {
    await settleLeg(act, ticket, leg.was);
  }
  const since = new Date(at - ahead - clockError).toISOString();
  for (const { fixtureId, game, version, oddsIds, results: decided } of settled) {
    const results = decided
      .filter(({ oddsId }) => oddsIds.includes(oddsId))
      .map(({ oddsId, result }) => ({
        oddsId,
        result: 'pending' as const,
        act: id,
        took: { result, since },
      }));
    const current = versionOf(fixtureId) ?? version;
    await act('fixture.settle', { fixtureId, game, version: current, results });
  }
}

function legOf({ options }: Tip, { fixtureId }: Pick<LegChange, 'fixtureId'>): Leg | undefined {
  return options.find((leg) => leg.fixtureId === fixtureId);
}

/**
 * Whether a leg can be set to its current result again; a result that only an earlier score
 * supports is rejected.
 */
function standsAgain(leg: Leg, now: Date): boolean {
  const { oddName, result, fixtureStatus: status, score, startDateOfGame } = leg;
  const option = optionNamed(oddName);
  if (!option || !status || result === 'pending') return true;
  const match = { status, kickOff: new Date(startDateOfGame), score: score && scoreFrom(score) };
  return decide(option, match, result, now, ownReason(leg)).allowed;
}

/**
 * The change that sets a leg to its current result; the server derives the rules' reason itself.
 */
function asItStands(leg: Leg): LegChange {
  const { fixtureId, game, result, fact } = leg;
  const reason = ownReason(leg);
  return {
    fixtureId,
    game,
    result,
    ...(fact && { fact }),
    ...(reason !== undefined && { reason }),
  };
}

/** A reason typed by a person; with a fact, the reason is the server's sentence about the fact. */
function ownReason({ reason, fact }: Leg): string | undefined {
  return fact ? undefined : reason;
}

/** The pieces of an action that no newer action overrides; only these can be undone. */
function onTop(act: DeskAct, newer: readonly DeskAct[]): DeskAct[] {
  if (act.leg) return isUnderAnother(act.leg, newer) ? [] : [act];
  return without(act, { settled: newer.flatMap(({ settled }) => settled), confirmed: [] });
}

/** Whether a newer action decided the leg again or confirmed its ticket. */
function isUnderAnother({ tipId, oddsId, was }: DecidedLeg, newer: readonly DeskAct[]): boolean {
  return newer.some(
    (one) =>
      one.confirmed.includes(tipId) ||
      (one.leg?.tipId === tipId && one.leg.was.fixtureId === was.fixtureId) ||
      one.settled.some(
        (settled) => settled.fixtureId === was.fixtureId && overrules(settled, oddsId),
      ),
  );
}

/** Whether an action decided options again that were decided before. */
function overrules({ oddsIds, results }: DecidedOptions, oddsId: number | undefined): boolean {
  return results.some(
    (one) => one.oddsId === oddsId && oddsIds.includes(one.oddsId) && !one.ifPending,
  );
}

type Part = Pick<DeskAct, 'settled' | 'confirmed'>;

/** An action without some of its pieces; empty if none remain. */
function without(act: DeskAct, part: Part): DeskAct[] {
  return limitedTo(
    act,
    (oddsId, of) => !isSettled(part, oddsId, of),
    (id) => !part.confirmed.includes(id),
  );
}

/** The pieces that an action still has in common with another; empty if all were undone. */
function common(act: DeskAct, part: DeskAct): DeskAct[] {
  if (act.leg) return [act];
  return limitedTo(
    act,
    (oddsId, of) => isSettled(part, oddsId, of),
    (id) => part.confirmed.includes(id),
  );
}

function limitedTo(
  act: DeskAct,
  isOption: (oddsId: number, fixtureId: string) => boolean,
  isTicket: (id: string) => boolean,
): DeskAct[] {
  const settled = act.settled.flatMap((one) => {
    const oddsIds = one.oddsIds.filter((oddsId) => isOption(oddsId, one.fixtureId));
    return oddsIds.length === 0 ? [] : [{ ...one, oddsIds }];
  });
  const confirmed = act.confirmed.filter(isTicket);
  return settled.length + confirmed.length === 0 ? [] : [{ ...act, settled, confirmed }];
}

function isSettled({ settled }: Part, oddsId: number, fixtureId: string): boolean {
  return settled.some((one) => one.fixtureId === fixtureId && one.oddsIds.includes(oddsId));
}

/** Removes pieces of an action from the list; returns the removed ones. */
async function takeOff(store: MemberStore, part: DeskAct): Promise<DeskAct | undefined> {
  let taken: DeskAct | undefined;
  await change(store, (acts) => {
    const whole = acts.find(({ id }) => id === part.id);
    taken = whole && common(whole, part)[0];
    return acts.flatMap((each) => (each === whole ? without(each, part) : [each]));
  });
  return taken;
}

/** Splits ids into batches of a call's maximum size. */
function parts(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / deskLimit);
  return Array.from({ length: count }, (_, part) =>
    ids.slice(part * deskLimit, (part + 1) * deskLimit),
  );
}

async function change(
  store: MemberStore | undefined,
  make: (acts: DeskAct[]) => DeskAct[],
): Promise<void> {
  if (!store) return;
  await store.transaction('rw', store.documents, async () => {
    const acts = actsIn((await store.documents.get(actsDocument))?.value);
    await store.documents.put({ name: actsDocument, value: make(acts), fetchedAt: Date.now() });
  });
}

// Only this module writes the document; a change of its shape must change its name.
function actsIn(value: unknown): DeskAct[] {
  return Array.isArray(value) ? value : [];
}
