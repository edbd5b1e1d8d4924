import { useLiveQuery } from 'dexie-react-hooks';
import { confirmationLimit } from '#contract/limits.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { payloadOfKind, type PayloadOf } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { readTicketFixtureIds } from '#sync/outbox/ticket-fixtures.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { findOptionByName } from '#domain/catalogue.ts';
import { pairsToScore } from '#domain/fixture.ts';
import { validateDecision } from '#domain/settlement/settlement.ts';
import { undoWindowMs } from '#domain/tip.ts';
import { useDevice } from '../device/device.tsx';
import { useEngineState } from '../device/engine-state.ts';
import { serverNow } from '../device/server-time.ts';
import { useOutboxActions } from '../outbox/outbox-actions.ts';
import {
  pieceKeyOf,
  type LegChange,
  filterPieces,
  removeOverriddenPieces,
  selectPieces,
  type FixtureSettlePayload,
  toConfirmedTicket,
  type UndoableAction,
} from './undo-pieces.ts';
import { pendingStateOf } from '../outbox/change-state.ts';
import type { ChangeTransaction } from '../outbox/queue.ts';
import { readAdminTip } from '../tips/admin-tip-queries.ts';

type DeclineFlag = Pick<PayloadOf<'leg.settle'>, 'declined'>;

export const undoableActionsDocument = 'pieces-at-desk';

/** The assumed maximum error of the known server time, in milliseconds. */
const maxClockErrorMs = 2_000;

/** Functions to settle and confirm, and the recent actions that can be undone, newest first. */
export type UndoableActions = {
  actions: readonly UndoableAction[];
  settleFixtures: (fixtures: readonly FixtureSettlePayload[]) => Promise<void>;
  confirmTickets: (ids: readonly string[]) => Promise<void>;
  /** Decides one leg in the ticket version on the screen; `how` is set by the form for odds. */
  settleLeg: (tip: Tip, change: LegChange, how?: DeclineFlag) => Promise<void>;
  /** Confirms one ticket in the version on the screen. */
  confirmTicket: (tip: Pick<Tip, 'id' | 'version'>) => Promise<void>;
  /** Undoes the pieces of an action. `versionOf` returns the current version of a fixture. */
  undo: (
    action: UndoableAction,
    versionOf: (fixtureId: string) => number | undefined,
  ) => Promise<void>;
};

/** The administrator's actions on this device; each action can be undone for ten minutes. */
export function useUndoableActions(now: Date): UndoableActions {
  const { member } = useDevice();
  const { engine } = useEngineState();
  const { runChangeTransaction } = useOutboxActions();
  const store = member?.store;
  const stored = useLiveQuery(async () => store && readActions(store), [store]) ?? [];
  /**
   * Queues changes and stores the action in the same transaction, so that every queued change can
   * be undone.
   */
  const recordAction = async (
    queueChanges: (changes: ChangeTransaction) => Promise<Partial<UndoableAction> | undefined>,
  ): Promise<void> => {
    const at = serverNow(engine).getTime();
    await runChangeTransaction(async (changes) => {
      const recordedAction = await queueChanges(changes);
      if (!recordedAction) return;
      await changeStoredActions(store, (actions) => [
        { id: crypto.randomUUID(), at, pieces: [], ...recordedAction },
        ...actions.filter((each) => at - each.at <= undoWindowMs),
      ]);
    });
  };
  return {
    actions: stored
      .flatMap((one, index, actions) => removeOverriddenPieces(one, actions.slice(0, index)))
      .filter(({ at }) => now.getTime() - at <= undoWindowMs),
    settleFixtures: (fixtures) =>
      recordAction(async ({ enqueue }) => {
        const id = crypto.randomUUID();
        for (const { results, ...fixture } of fixtures) {
          const ofAction = results.map((each) => ({ ...each, act: id }));
          await enqueue('fixture.settle', { ...fixture, results: ofAction });
        }
        const pieces = fixtures.flatMap(({ results, ...fixture }) =>
          results.map(({ oddsId, result, ifPending }) => ({
            kind: 'option' as const,
            ...fixture,
            oddsId,
            result,
            ...(ifPending && { ifPending }),
          })),
        );
        return { id, pieces };
      }),
    confirmTickets: (ids) =>
      recordAction(async ({ enqueue }) => {
        for (const part of splitIntoBatches(ids))
          await enqueue('tips.confirm', await readTicketsPayload(store, part));
        return { pieces: ids.map(toConfirmedTicket) };
      }),
    settleLeg: (tip, change, how) =>
      recordAction(async ({ enqueue }) => {
        const operationId = await enqueueLegSettlement(enqueue, tip, change, how);
        const leg = findLegInTip(tip, change);
        if (!leg || !canSetResultAgain(leg, now)) return undefined;
        const oddsId = findOptionByName(leg.oddName)?.oddsId;
        const { result } = change;
        const was = toCurrentDecision(leg);
        return { pieces: [{ kind: 'leg', tipId: tip.id, oddsId, result, was }], operationId };
      }),
    confirmTicket: ({ id, version }) =>
      recordAction(async ({ enqueue }) => {
        const { fixtureIds } = await readTicketsPayload(store, [id]);
        const confirmation = { tipId: id, fixtureIds };
        const operationId = await enqueue('tip.confirm', confirmation, { baseVersion: version });
        return { pieces: [toConfirmedTicket(id)], operationId };
      }),
    undo: async (part, versionOf) => {
      if (!store) return;
      const [leg] = selectPieces(part, 'leg');
      const ticket = leg && (await readAdminTip(store, leg.tipId));
      // The times of unsent operations are from this device's clock.
      const clockLead = Math.max(0, serverNow(engine).getTime() - Date.now());
      await runChangeTransaction(async (changes) => {
        // After a second tap on the same undo, the action is already removed.
        const action = await removeActionPieces(store, part);
        if (action) await undoAction(store, action, changes, { ticket, clockLead, versionOf });
      });
    },
  };
}

/** Reads the stored actions and their operations in one transaction. */
async function readActions(store: MemberStore): Promise<UndoableAction[]> {
  const tables = [store.documents, store.operations];
  const [document, operations] = await store.transaction('r', tables, async () =>
    Promise.all([
      store.documents.get(undoableActionsDocument),
      store.operations.orderBy('seq').toArray(),
    ]),
  );
  return parseStoredActions(document?.value).map((action) => ({
    ...action,
    state: pendingStateOf(
      operations.filter((row) => isOperationOfAction(row, action)),
      operations,
    ),
  }));
}

/**
 * True if an operation belongs to an action. Ids are not enough, because merged operations get a
 * new id.
 */
function isOperationOfAction(row: OperationRow, action: UndoableAction): boolean {
  if (row.id === action.operationId) return true;
  const settled = payloadOfKind(row, 'fixture.settle')?.results;
  if (settled) return settled.some((one) => one.act === action.id && one.result !== 'pending');
  const ids = payloadOfKind(row, 'tips.confirm')?.ids ?? [];
  return selectPieces(action, 'ticket').some(({ tipId }) => ids.includes(tipId));
}

async function enqueueLegSettlement(
  enqueue: ChangeTransaction['enqueue'],
  { id: tipId, options: legs, version }: Tip,
  change: LegChange,
  how: DeclineFlag = {},
): Promise<string | undefined> {
  return enqueue('leg.settle', { tipId, legs, change, ...how }, { baseVersion: version });
}

type UndoContext = {
  /** The current ticket of the decided leg. */
  ticket: Tip | null | undefined;
  /** The server's clock minus this device's clock, in milliseconds. */
  clockLead: number;
  versionOf: (fixtureId: string) => number | undefined;
};

/** Undoes an action: cancels unsent operations, and queues reversing ones for sent operations. */
async function undoAction(
  store: MemberStore,
  action: UndoableAction,
  { enqueue, cancel }: ChangeTransaction,
  { ticket, clockLead, versionOf }: UndoContext,
): Promise<void> {
  const { id, at, operationId } = action;
  if (operationId !== undefined && (await cancel(operationId))) return;
  const confirmed = selectPieces(action, 'ticket').map(({ tipId }) => tipId);
  for (const ids of splitIntoBatches(confirmed))
    await enqueue('tips.reopen', await readTicketsPayload(store, ids));
  for (const { was, result } of selectPieces(action, 'leg')) {
    // If another administrator decided the leg later, that decision stays.
    if (ticket && findLegInTip(ticket, was)?.result === result)
      await enqueueLegSettlement(enqueue, ticket, was);
  }
  const since = new Date(at - clockLead - maxClockErrorMs).toISOString();
  const byFixture = Map.groupBy(selectPieces(action, 'option'), ({ fixtureId }) => fixtureId);
  for (const [fixtureId, options] of byFixture) {
    const { game = '', version = 0 } = options[0] ?? {};
    const results = options.map(({ oddsId, result }) => ({
      oddsId,
      result: 'pending' as const,
      act: id,
      took: { result, since },
    }));
    const current = versionOf(fixtureId) ?? version;
    await enqueue('fixture.settle', { fixtureId, game, version: current, results });
  }
}

async function readTicketsPayload(store: MemberStore | undefined, ids: readonly string[]) {
  return { ids: [...ids], fixtureIds: store ? await readTicketFixtureIds(store, ids) : [] };
}

function findLegInTip(
  { options }: Tip,
  { fixtureId }: Pick<LegChange, 'fixtureId'>,
): Leg | undefined {
  return options.find((leg) => leg.fixtureId === fixtureId);
}

/**
 * True if the server would accept the leg's current result again; false for a result that was
 * right only for an earlier score.
 */
function canSetResultAgain(leg: Leg, now: Date): boolean {
  const { oddName, result, fixtureStatus: status, score, startDateOfGame } = leg;
  const option = findOptionByName(oddName);
  if (!option || !status || result === 'pending') return true;
  const match = { status, kickOff: new Date(startDateOfGame), score: score && pairsToScore(score) };
  return validateDecision(option, match, result, now, manualReasonOf(leg)).allowed;
}

/** Converts a leg to the change that sets its result again; the server adds a fact's reason. */
function toCurrentDecision(leg: Leg): LegChange {
  const { fixtureId, game, result, fact } = leg;
  const reason = manualReasonOf(leg);
  return {
    fixtureId,
    game,
    result,
    ...(fact && { fact }),
    ...(reason !== undefined && { reason }),
  };
}

/** The reason that a person typed; for a leg with a fact the server writes the reason. */
function manualReasonOf({ reason, fact }: Leg): string | undefined {
  return fact ? undefined : reason;
}

/** Removes pieces of an action from the stored list and returns them. */
async function removeActionPieces(
  store: MemberStore,
  { id, pieces }: UndoableAction,
): Promise<UndoableAction | undefined> {
  const keys = new Set(pieces.map(pieceKeyOf));
  let removed: UndoableAction | undefined;
  await changeStoredActions(store, (actions) => {
    const whole = actions.find((each) => each.id === id);
    [removed] = whole ? filterPieces(whole, (piece) => keys.has(pieceKeyOf(piece))) : [];
    return actions.flatMap((each) =>
      each === whole ? filterPieces(each, (piece) => !keys.has(pieceKeyOf(piece))) : [each],
    );
  });
  return removed;
}

/** Splits ids into batches of the maximum size of one call. */
function splitIntoBatches(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / confirmationLimit);
  return Array.from({ length: count }, (_, part) =>
    ids.slice(part * confirmationLimit, (part + 1) * confirmationLimit),
  );
}

async function changeStoredActions(
  store: MemberStore | undefined,
  make: (actions: UndoableAction[]) => UndoableAction[],
): Promise<void> {
  if (!store) return;
  await store.transaction('rw', store.documents, async () => {
    const actions = parseStoredActions((await store.documents.get(undoableActionsDocument))?.value);
    await store.documents.put({
      name: undoableActionsDocument,
      value: make(actions),
      fetchedAt: Date.now(),
    });
  });
}

// Only this module writes the document. If its shape changes, the document needs a new name.
function parseStoredActions(value: unknown): UndoableAction[] {
  return Array.isArray(value) ? value : [];
}
