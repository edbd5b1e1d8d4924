import { useMemo } from 'react';
import type { RuleResult } from '#domain/rule-result.ts';
import {
  addSelection,
  removeSelection,
  slipLimit,
  type StartedLegPolicy,
  type SelectionProblem,
} from '#domain/slip.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { type Device, useDevice } from '../device/device.tsx';
import { useOptimisticQuery } from '../optimistic-query.ts';
import { useEngineState } from '../device/engine-state.ts';
import { serverNow } from '../device/server-time.ts';
import { requestPersistenceWhenDue } from '../device/storage.ts';
import { emptyTipInput, type TipInput } from './tip-input.ts';

/** One option of one game, picked on this device; prices are set by the server. */
export type Selection = {
  readonly fixtureId: string;
  readonly game: string;
  readonly oddsId: number;
  readonly kickOff: Date;
  readonly sportKey: string;
};

/** Selections in the order in which they were picked. */
export type Slip = readonly Selection[];

/** The slip that the member is building; each change is stored at once. */
export type SlipDraft = TipInput & {
  /** The id of the future tip, so that posting the same draft twice posts one tip. */
  id: string | undefined;
  slip: Slip;
  ifStarted: StartedLegPolicy;
  /** Ids of own tips to withdraw before this post; earlier builds stored ids of operations. */
  after: readonly string[];
};

export const emptySlip: SlipDraft = {
  id: undefined,
  slip: [],
  ...emptyTipInput,
  ifStarted: 'drop',
  after: [],
};

/** The slip with and without optimistic updates, and the update function; undefined until read. */
export function useSlip(): ReturnType<typeof useOptimisticQuery<SlipDraft>> {
  const store = useDevice().member?.store;
  return useOptimisticQuery(
    async () => parseSlip((await store?.documents.get('slip'))?.value),
    [store],
  );
}

export type SlipActions = {
  /** Adds a selection at the end, or returns a problem. Resets the stake. */
  pick: (selection: Selection) => Promise<RuleResult<SlipDraft, SelectionProblem>>;
  remove: (fixtureId: string) => Promise<unknown>;
  /** Puts a removed selection back at its previous index. */
  putBack: (selection: Selection, index: number) => Promise<unknown>;
  /** Changes the stake or the analysis. */
  enter: (input: Partial<TipInput>) => Promise<unknown>;
  setIfStarted: (ifStarted: StartedLegPolicy) => Promise<unknown>;
};

export function useSlipActions(): SlipActions {
  const device = useDevice();
  const { engine } = useEngineState();
  return useMemo(() => createSlipActions(device, () => serverNow(engine)), [device, engine]);
}

export function createSlipActions(device: Device, now: () => Date): SlipActions {
  // A changed slip gets a new id: after a crash, a tip with the old id may already be queued.
  const change = (changed: (draft: SlipDraft) => SlipDraft) =>
    changeSlip(requireStore(device), (draft) => ({ ...changed(draft), id: undefined }));
  return {
    pick: async (selection) => {
      const store = requireStore(device);
      const picked = await store.transaction('rw', store.documents, async () => {
        const draft = parseSlip((await store.documents.get('slip'))?.value);
        const checked = addPick(draft, selection, now());
        if (checked.allowed) await writeSlip(store, checked.value);
        return checked;
      });
      if (picked.allowed) void requestPersistenceWhenDue(device.publicStore).catch(() => undefined);
      return picked;
    },
    remove: (fixtureId) => change((draft) => removeGame(draft, fixtureId)),
    putBack: (selection, index) =>
      change((draft) => ({ ...draft, slip: insertSelection(draft.slip, selection, index) })),
    enter: (input) => change((draft) => ({ ...draft, ...input })),
    setIfStarted: (ifStarted) => change((draft) => ({ ...draft, ifStarted })),
  };
}

/** Adds a selection at the end of a slip, or returns a problem. */
export function addPick(
  draft: SlipDraft,
  selection: Selection,
  now: Date,
): RuleResult<SlipDraft, SelectionProblem> {
  const checked = addSelection(draft.slip, selection, now);
  if (!checked.allowed) return checked;
  return { allowed: true, value: { ...draft, id: undefined, slip: checked.value, stake: 0 } };
}

/** Removes the selections on a game from a slip. */
export function removeGame(draft: SlipDraft, fixtureId: string): SlipDraft {
  return { ...draft, slip: removeSelection(draft.slip, fixtureId) };
}

/** Puts a removed selection back, unless its game was picked again or the slip is full. */
function insertSelection(slip: Slip, selection: Selection, index: number): Slip {
  const picked = slip.some(({ fixtureId }) => fixtureId === selection.fixtureId);
  return picked || slip.length >= slipLimit ? slip : slip.toSpliced(index, 0, selection);
}

/** Reads and writes the slip in one transaction, so that no quick tap is lost. */
export async function changeSlip(
  store: MemberStore,
  changed: (draft: SlipDraft) => SlipDraft,
): Promise<SlipDraft> {
  return store.transaction('rw', store.documents, async () => {
    const before = parseSlip((await store.documents.get('slip'))?.value);
    const after = changed(before);
    if (after !== before) await writeSlip(store, after);
    return after;
  });
}

/** Removes a posted draft's selections from the slip; selections added in another tab stay. */
export function removePostedSelections(now: SlipDraft, posted: SlipDraft): SlipDraft {
  if (now.id === posted.id) return emptySlip;
  const isPosted = ({ fixtureId, oddsId }: Selection) =>
    posted.slip.some((one) => one.fixtureId === fixtureId && one.oddsId === oddsId);
  return now.slip.some(isPosted)
    ? { ...emptySlip, slip: now.slip.filter((selection) => !isPosted(selection)) }
    : now;
}

async function writeSlip(store: MemberStore, draft: SlipDraft): Promise<void> {
  await store.documents.put({ name: 'slip', value: draft, fetchedAt: Date.now() });
}

function requireStore({ member }: Device): MemberStore {
  if (member === undefined) throw new Error('Nobody is logged in to build a slip.');
  return member.store;
}

/** Parses a stored slip; an invalid value becomes an empty slip. */
export function parseSlip(value: unknown): SlipDraft {
  return isSlipDraft(value) ? { ...emptySlip, ...value } : emptySlip;
}

function isSlipDraft(value: unknown): value is Partial<SlipDraft> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'slip' in value &&
    Array.isArray(value.slip) &&
    value.slip.every(isSelection)
  );
}

function isSelection(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kickOff' in value &&
    value.kickOff instanceof Date &&
    'oddsId' in value &&
    'fixtureId' in value
  );
}
