import { deskLimit } from '#contract/limits.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { optionNamed } from '#domain/catalogue.ts';
import { scoreFrom } from '#domain/fixture.ts';
import { decide } from '#domain/settlement.ts';
import { undoWindow } from '#domain/tip.ts';
import { useDevice } from './device/device.tsx';
import { useRunning } from './device/running.ts';
import { serverNow } from './device/server-time.ts';
import { useDocument } from './documents.ts';
import { useActions } from './outbox/actions.ts';
import { readAdminTip } from './tips/admin-tips.ts';

type Settling = PayloadOf<'fixture.settle'>;
type LegChange = PayloadOf<'leg.settle'>['change'];

/**
 * What one tap has done at the desk: the options that it decided, the tickets that it confirmed, or the one
 * leg of one ticket that it decided.
 */
export type DeskAct = {
  id: string;
  /** By the server's clock. */
  at: number;
  settled: { fixtureId: string; game: string; version: number; oddsIds: number[] }[];
  confirmed: string[];
  /** The operation that confirmed one ticket as it was seen: it is opened again after that was sent. */
  operationId?: string | undefined;
  leg?: DecidedLeg;
};

/** A leg of one ticket, what was decided of it, and how it stood before. */
type DecidedLeg = { tipId: string; result: LegChange['result']; was: LegChange };

const actsDocument = 'desk-acts';

/** What can be done at the desk, and what was done here that can still be taken back, newest first. */
export type DeskActs = {
  acts: readonly DeskAct[];
  settle: (fixtures: readonly Settling[]) => Promise<void>;
  confirm: (ids: readonly string[]) => Promise<void>;
  /** Decides one leg of a ticket as it was seen. */
  settleLeg: (tip: Tip, change: LegChange) => Promise<void>;
  /** Confirms one ticket as it was seen. */
  confirmSeen: (tip: Pick<Tip, 'id' | 'version'>) => Promise<void>;
  /** Takes an act, or a part of it, back; `versionOf` knows the versions that fixtures have by now. */
  undo: (act: DeskAct, versionOf: (fixtureId: string) => number | undefined) => Promise<void>;
};

/** The acts of this administrator on this device; each can be taken back for ten minutes. */
export function useDeskActs(now: Date): DeskActs {
  const { member } = useDevice();
  const { engine } = useRunning();
  const { act } = useActions();
  const stored = useDocument(member?.store, actsDocument);
  const store = member?.store;
  const note = async (done: Partial<DeskAct>) => {
    const at = serverNow(engine).getTime();
    await change(store, (acts) => [
      { id: crypto.randomUUID(), at, settled: [], confirmed: [], ...done },
      ...acts.filter((each) => at - each.at <= undoWindow),
    ]);
  };
  const settleLeg = async ({ id: tipId, options: legs, version }: Tip, change: LegChange) =>
    act('leg.settle', { tipId, legs, change }, { baseVersion: version });
  const takeBack = async ({ tipId, result, was }: DecidedLeg) => {
    const tip = store && (await readAdminTip(store, tipId));
    // What somebody else has made of it since is theirs.
    if (tip && legOf(tip, was)?.result === result) await settleLeg(tip, was);
  };
  return {
    acts: actsIn(stored).filter(
      (one, place, acts) =>
        now.getTime() - one.at <= undoWindow && !isUnderAnother(one, acts.slice(0, place)),
    ),
    settle: async (fixtures) => {
      // Together: what is shown is read anew once, and not for each of them.
      await Promise.all(fixtures.map(async (fixture) => act('fixture.settle', fixture)));
      const settled = fixtures.map(({ fixtureId, game, version, results }) => ({
        fixtureId,
        game,
        version,
        oddsIds: results.map(({ oddsId }) => oddsId),
      }));
      await note({ settled });
    },
    confirm: async (ids) => {
      for (const part of parts(ids)) await act('tips.confirm', { ids: part });
      await note({ confirmed: [...ids] });
    },
    settleLeg: async (tip, change) => {
      await settleLeg(tip, change);
      const leg = legOf(tip, change);
      if (leg && standsAgain(leg, now))
        await note({ leg: { tipId: tip.id, result: change.result, was: asItStands(leg) } });
    },
    confirmSeen: async ({ id, version }) => {
      const operationId = await act('tip.confirm', { tipId: id }, { baseVersion: version });
      await note({ confirmed: [id], operationId });
    },
    undo: async ({ id, settled, confirmed, operationId, leg }, versionOf) => {
      const deps = operationId === undefined ? [] : [operationId];
      for (const part of parts(confirmed)) await act('tips.reopen', { ids: part }, { deps });
      if (leg) await takeBack(leg);
      for (const { fixtureId, game, version, oddsIds } of settled) {
        const results = oddsIds.map((oddsId) => ({ oddsId, result: 'pending' as const }));
        const current = versionOf(fixtureId) ?? version;
        await act('fixture.settle', { fixtureId, game, version: current, results });
      }
      const part = { settled, confirmed };
      await change(store, (acts) =>
        acts.flatMap((each) => (each.id === id ? without(each, part) : [each])),
      );
    },
  };
}

function legOf({ options }: Tip, { fixtureId }: Pick<LegChange, 'fixtureId'>): Leg | undefined {
  return options.find((leg) => leg.fixtureId === fixtureId);
}

/** Whether a leg can be decided again as it is: what only an earlier result says is taken no more. */
function standsAgain(leg: Leg, now: Date): boolean {
  const { oddName, result, reason, fixtureStatus: status, score, startDateOfGame } = leg;
  const option = optionNamed(oddName);
  if (!option || !status || result === 'pending') return true;
  const match = { status, kickOff: new Date(startDateOfGame), score: score && scoreFrom(score) };
  return decide(option, match, result, now, reason).allowed;
}

/** What decides a leg again as it is decided; the server finds the rules' reason itself. */
function asItStands({ fixtureId, game, result, reason, fact }: Leg): LegChange {
  const why = fact ? { fact } : reason !== undefined && { reason };
  return { fixtureId, game, result, ...why };
}

/** Whether a leg was decided again afterwards, or its ticket confirmed: that is taken back first. */
function isUnderAnother({ leg }: DeskAct, newer: readonly DeskAct[]): boolean {
  if (!leg) return false;
  const { tipId, was } = leg;
  return newer.some(
    (one) =>
      one.confirmed.includes(tipId) ||
      (one.leg?.tipId === tipId && one.leg.was.fixtureId === was.fixtureId),
  );
}

/** What is left of an act of which a part was taken back; nothing of one that was taken back whole. */
function without(act: DeskAct, part: Pick<DeskAct, 'settled' | 'confirmed'>): DeskAct[] {
  const settled = act.settled.flatMap((one) => {
    const back = part.settled.find(({ fixtureId }) => fixtureId === one.fixtureId)?.oddsIds ?? [];
    const oddsIds = one.oddsIds.filter((id) => !back.includes(id));
    return oddsIds.length === 0 ? [] : [{ ...one, oddsIds }];
  });
  const confirmed = act.confirmed.filter((id) => !part.confirmed.includes(id));
  return settled.length + confirmed.length === 0 ? [] : [{ ...act, settled, confirmed }];
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
