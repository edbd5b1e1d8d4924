import { deskLimit } from '#contract/limits.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { undoWindow } from '#domain/tip.ts';
import { useDevice } from './device/device.tsx';
import { useRunning } from './device/running.ts';
import { serverNow } from './device/server-time.ts';
import { useDocument } from './documents.ts';
import { useActions } from './outbox/actions.ts';

type Settling = PayloadOf<'fixture.settle'>;

/** What one tap has done at the desk: the options that it decided, or the tickets that it confirmed. */
export type DeskAct = {
  id: string;
  /** By the server's clock. */
  at: number;
  settled: { fixtureId: string; game: string; version: number; oddsIds: number[] }[];
  confirmed: string[];
};

const actsDocument = 'desk-acts';

/** What can be done at the desk, and what was done here that can still be taken back, newest first. */
export type DeskActs = {
  acts: readonly DeskAct[];
  settle: (fixtures: readonly Settling[]) => Promise<void>;
  confirm: (ids: readonly string[]) => Promise<void>;
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
  const note = async (done: Pick<DeskAct, 'settled' | 'confirmed'>) => {
    const at = serverNow(engine).getTime();
    await change(store, (acts) => [
      { id: crypto.randomUUID(), at, ...done },
      ...acts.filter((each) => at - each.at <= undoWindow),
    ]);
  };
  return {
    acts: actsIn(stored).filter(({ at }) => now.getTime() - at <= undoWindow),
    settle: async (fixtures) => {
      // Together: what is shown is read anew once, and not for each of them.
      await Promise.all(fixtures.map(async (fixture) => act('fixture.settle', fixture)));
      const settled = fixtures.map(({ fixtureId, game, version, results }) => ({
        fixtureId,
        game,
        version,
        oddsIds: results.map(({ oddsId }) => oddsId),
      }));
      await note({ settled, confirmed: [] });
    },
    confirm: async (ids) => {
      for (const part of parts(ids)) await act('tips.confirm', { ids: part });
      await note({ settled: [], confirmed: [...ids] });
    },
    undo: async ({ id, settled, confirmed }, versionOf) => {
      for (const part of parts(confirmed)) await act('tips.reopen', { ids: part });
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
