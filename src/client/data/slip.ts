import { useMemo } from 'react';
import type { Fixture } from '#contract/fixtures.ts';
import { optionWithId } from '#domain/catalogue.ts';
import { unpriced } from '#domain/price.ts';
import type { RuleResult } from '#domain/rule-result.ts';
import {
  addSelection,
  removeSelection,
  slipLimit,
  type IfStarted,
  type Selection,
  type SelectionProblem,
  type Slip,
} from '#domain/slip.ts';
import type { Engine } from '#sync/engine.ts';
import type { MemberStore } from '#sync/member-store.ts';
import { useDevice } from './device-context.tsx';
import type { Device } from './device.ts';
import { useDocument } from './documents.ts';
import { useRunning } from './running.ts';
import { serverNow } from './server-time.ts';
import { keepForGood } from './storage.ts';

/** The slip being built, and what will be posted with it. It is stored with every touch. */
export type SlipDraft = {
  /** The id the tip will have: posting the same draft twice posts it once. */
  id: string | undefined;
  slip: Slip;
  stake: number;
  analysis: string;
  ifStarted: IfStarted;
  /** Operations that have to be through before the tip goes out, such as a withdrawal it corrects. */
  after: readonly string[];
};

/** A slip nobody has touched yet. */
export const emptySlip: SlipDraft = {
  id: undefined,
  slip: [],
  stake: 0,
  analysis: '',
  ifStarted: 'drop',
  after: [],
};

/** The slip on this device; undefined until it was read. */
export function useSlip(): SlipDraft | undefined {
  const value = useDocument(useDevice().member?.store, 'slip');
  return useMemo(() => (value === undefined ? undefined : readSlip(value)), [value]);
}

export type SlipActions = {
  /** Adds a selection at the end; a problem says why not. A pick resets the stake, as the rules say. */
  pick: (selection: Selection) => Promise<RuleResult<Slip, SelectionProblem>>;
  remove: (fixtureId: string) => Promise<void>;
  /** Puts a removed selection back at its old place, on the slip as it is by now. */
  putBack: (selection: Selection, place: number) => Promise<void>;
  setStake: (stake: number) => Promise<void>;
  setAnalysis: (analysis: string) => Promise<void>;
  setIfStarted: (ifStarted: IfStarted) => Promise<void>;
};

export function useSlipActions(): SlipActions {
  const device = useDevice();
  const { engine } = useRunning();
  return useMemo(() => slipActions(device, serverClock(engine)), [device, engine]);
}

function serverClock(engine: Engine | undefined): () => Date {
  return () => serverNow(engine);
}

/** The same on a device that is at hand. */
export function slipActions(device: Device, now: () => Date): SlipActions {
  // A slip that was touched is another tip: its old id may stand in the queue since a crash, and a
  // creation is queued once, so what was touched would be lost with it.
  const change = (changed: (draft: SlipDraft) => SlipDraft) =>
    changeSlip(storeOf(device), (draft) => ({ ...changed(draft), id: undefined }));
  return {
    pick: async (selection) => {
      const store = storeOf(device);
      const picked = await store.transaction('rw', store.documents, async () => {
        const draft = readSlip((await store.documents.get('slip'))?.value);
        const checked = addSelection(draft.slip, selection, now());
        if (checked.allowed) {
          await keepSlip(store, { ...draft, id: undefined, slip: checked.value, stake: 0 });
        }
        return checked;
      });
      if (picked.allowed) void keepForGood(device.publicStore).catch(() => undefined);
      return picked;
    },
    remove: async (fixtureId) => {
      await change((draft) => ({ ...draft, slip: removeSelection(draft.slip, fixtureId) }));
    },
    putBack: async (selection, place) => {
      await change((draft) => ({ ...draft, slip: withSelection(draft.slip, selection, place) }));
    },
    setStake: async (stake) => {
      await change((draft) => ({ ...draft, stake }));
    },
    setAnalysis: async (analysis) => {
      await change((draft) => ({ ...draft, analysis }));
    },
    setIfStarted: async (ifStarted) => {
      await change((draft) => ({ ...draft, ifStarted }));
    },
  };
}

/** The slip with a selection back in it, unless its game was picked anew or the slip is full. */
function withSelection(slip: Slip, selection: Selection, place: number): Slip {
  const picked = slip.some(({ fixtureId }) => fixtureId === selection.fixtureId);
  return picked || slip.length >= slipLimit ? slip : slip.toSpliced(place, 0, selection);
}

/** Reads and writes the slip in one transaction, so that two quick taps both count. */
export async function changeSlip(
  store: MemberStore,
  changed: (draft: SlipDraft) => SlipDraft,
): Promise<SlipDraft> {
  return store.transaction('rw', store.documents, async () => {
    const before = readSlip((await store.documents.get('slip'))?.value);
    const after = changed(before);
    if (after !== before) await keepSlip(store, after);
    return after;
  });
}

/** The slip after a draft of it was posted: what was picked meanwhile, in another tab, stays. */
export function withoutPosted(now: SlipDraft, posted: SlipDraft): SlipDraft {
  if (now.id === posted.id) return emptySlip;
  const isPosted = ({ fixtureId, oddsId }: Selection) =>
    posted.slip.some((one) => one.fixtureId === fixtureId && one.oddsId === oddsId);
  return now.slip.some(isPosted)
    ? { ...emptySlip, slip: now.slip.filter((selection) => !isPosted(selection)) }
    : now;
}

async function keepSlip(store: MemberStore, draft: SlipDraft): Promise<void> {
  await store.documents.put({ name: 'slip', value: draft, fetchedAt: Date.now() });
}

/** Where the slip lies: it is its member's, and nobody else has one. */
function storeOf({ member }: Device): MemberStore {
  if (member === undefined) throw new Error('Nobody is logged in to build a slip.');
  return member.store;
}

/** A stored slip; what is not one any more is an empty one. */
export function readSlip(value: unknown): SlipDraft {
  return isDraft(value) ? { ...emptySlip, ...value } : emptySlip;
}

function isDraft(value: unknown): value is Partial<SlipDraft> {
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

const sides = { '1': 'home', X: 'draw', '2': 'away' } as const;

/** What the feed asks for an option: it has prices for 1, X and 2 alone, and not for every game. */
export function feedPrice(fixture: Pick<Fixture, 'prices'> | undefined, oddsId: number): number {
  const option = optionWithId(oddsId);
  if (option?.oddsGroup !== '1X2' || fixture?.prices === undefined) return unpriced;
  const side = isSide(option.oddsName) ? sides[option.oddsName] : undefined;
  return side === undefined ? unpriced : fixture.prices[side];
}

function isSide(name: string): name is keyof typeof sides {
  return name in sides;
}
