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
 * What one tap has done at the desk: the options that it decided, the tickets that it confirmed, or the one
 * leg of one ticket that it decided.
 */
export type DeskAct = {
  id: string;
  /** By the server's clock. */
  at: number;
  settled: DecidedOptions[];
  confirmed: string[];
  /** The operation that decided the leg, or confirmed one ticket as it was seen. */
  operationId?: string | undefined;
  leg?: DecidedLeg;
  /** How far it has come on this phone; absent once the server has all of it. */
  state?: DeviceState | undefined;
};

/** Options of a fixture, and how they were decided with others that may be taken back by now. */
type DecidedOptions = Pick<Settling, 'fixtureId' | 'game' | 'version'> & {
  oddsIds: number[];
  results: Pick<Settling['results'][number], 'oddsId' | 'result' | 'ifPending'>[];
};

/** A leg of one ticket, what was decided of it, and how it stood before. */
type DecidedLeg = {
  tipId: string;
  oddsId: number | undefined;
  result: LegChange['result'];
  was: LegChange;
};

const actsDocument = 'acts-at-desk';

/** By how much the server's clock may be known wrongly, in milliseconds. */
const clockError = 2_000;

/** What can be done at the desk, and what was done here that can still be taken back, newest first. */
export type DeskActs = {
  acts: readonly DeskAct[];
  settle: (fixtures: readonly Settling[]) => Promise<void>;
  confirm: (ids: readonly string[]) => Promise<void>;
  /** Decides one leg of a ticket as it was seen; `declined` where its odds are set. */
  settleLeg: (tip: Tip, change: LegChange, how?: Declined) => Promise<void>;
  /** Confirms one ticket as it was seen. */
  confirmSeen: (tip: Pick<Tip, 'id' | 'version'>) => Promise<void>;
  /** Takes an act, or a part of it, back; `versionOf` knows the versions that fixtures have by now. */
  undo: (act: DeskAct, versionOf: (fixtureId: string) => number | undefined) => Promise<void>;
};

/** The acts of this administrator on this device; each can be taken back for ten minutes. */
export function useDeskActs(now: Date): DeskActs {
  const { member } = useDevice();
  const { engine } = useRunning();
  const { together } = useActions();
  const store = member?.store;
  const stored = useLiveQuery(async () => store && readActs(store), [store]) ?? [];
  /** Does something and notes it, both or neither: what is stored can always be taken back. */
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
      // What is not sent yet was decided by this device's clock.
      const ahead = Math.max(0, serverNow(engine).getTime() - Date.now());
      await together(async (changes) => {
        // Whoever asks twice takes it back once.
        const act = await takeOff(store, part);
        if (act) await takeBack(act, changes, { ticket, ahead, versionOf });
      });
    },
  };
}

/** The acts as they are stored, with their operations read in the same moment. */
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

/** Whether an operation sends a part of an act. Its id is no sign: it changes when operations are joined. */
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
  /** The ticket of the leg that was decided, as it is shown now. */
  ticket: Tip | null | undefined;
  /** By how much the server's clock is ahead, in milliseconds. */
  ahead: number;
  versionOf: (fixtureId: string) => number | undefined;
};

/** Takes an act back: what does not stand at the server is not sent, and the opposite of the rest is. */
async function takeBack(
  { id, at, settled, confirmed, operationId, leg }: DeskAct,
  { act, cancel }: Changes,
  { ticket, ahead, versionOf }: Known,
): Promise<void> {
  if (operationId !== undefined && (await cancel(operationId))) return;
  // What was confirmed is opened again after that was sent.
  const deps = operationId === undefined ? [] : [operationId];
  for (const ids of parts(confirmed)) await act('tips.reopen', { ids }, { deps });
  // What somebody else has made of a leg since is theirs.
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

/** Whether a leg can be decided again as it is: what only an earlier result says is taken no more. */
function standsAgain(leg: Leg, now: Date): boolean {
  const { oddName, result, fixtureStatus: status, score, startDateOfGame } = leg;
  const option = optionNamed(oddName);
  if (!option || !status || result === 'pending') return true;
  const match = { status, kickOff: new Date(startDateOfGame), score: score && scoreFrom(score) };
  return decide(option, match, result, now, ownReason(leg)).allowed;
}

/** What decides a leg again as it is decided; the server finds the rules' reason itself. */
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

/** The reason that a person gave; beside a fact, it is the sentence that the server made of that. */
function ownReason({ reason, fact }: Leg): string | undefined {
  return fact ? undefined : reason;
}

/** What of an act no newer one stands on: that is taken back first. */
function onTop(act: DeskAct, newer: readonly DeskAct[]): DeskAct[] {
  if (act.leg) return isUnderAnother(act.leg, newer) ? [] : [act];
  return without(act, { settled: newer.flatMap(({ settled }) => settled), confirmed: [] });
}

/** Whether a leg was decided again afterwards, alone or in all tickets, or its ticket confirmed. */
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

/** Whether options were decided in tickets in which they were decided before. */
function overrules({ oddsIds, results }: DecidedOptions, oddsId: number | undefined): boolean {
  return results.some(
    (one) => one.oddsId === oddsId && oddsIds.includes(one.oddsId) && !one.ifPending,
  );
}

type Part = Pick<DeskAct, 'settled' | 'confirmed'>;

/** What is left of an act without a part of it; nothing without all of it. */
function without(act: DeskAct, part: Part): DeskAct[] {
  return limitedTo(
    act,
    (oddsId, of) => !isSettled(part, oddsId, of),
    (id) => !part.confirmed.includes(id),
  );
}

/** What of a part an act still holds; nothing where all of it was taken back before. */
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

/** Takes a part of an act off the list; returns what of it was there. */
async function takeOff(store: MemberStore, part: DeskAct): Promise<DeskAct | undefined> {
  let taken: DeskAct | undefined;
  await change(store, (acts) => {
    const whole = acts.find(({ id }) => id === part.id);
    taken = whole && common(whole, part)[0];
    return acts.flatMap((each) => (each === whole ? without(each, part) : [each]));
  });
  return taken;
}

/** A call takes so many tickets and no more. */
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

// Only this module writes it, and whoever changes its shape changes its name.
function actsIn(value: unknown): DeskAct[] {
  return Array.isArray(value) ? value : [];
}
