import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { desk, DeskFixture } from '#contract/desk.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { Tip } from '#contract/tips.ts';
import { lacksResult } from '#domain/fixture.ts';
import { pricingWindow } from '#domain/price.ts';
import { deskDocument } from '#sync/refresh/document-names.ts';
import type { OptimisticFixture, OptimisticTip } from '#sync/optimistic-rows.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { useDevice } from './device/device.tsx';
import { serverNow } from './device/server-time.ts';
import { type Running, useRunning } from './device/running.ts';
import { countedIn, differingLegs } from './desk-figures.ts';
import { loadEffects } from './member-rows.ts';

type Counts = ReplyOf<typeof desk>['counts'];

/** The administrators' desk with their own changes applied. */
export type Desk = {
  counts: Counts;
  fixtures: OptimisticFixture[];
  /** Whether every open ticket is on this device, so that all of it can be done offline. */
  isAllHere: boolean;
  /** How many games have tickets that are not on this device as they are. */
  notHere: number;
  /** Open tickets of others that are on this device, if they were wanted. */
  tickets: OptimisticTip[];
  /** When it was last answered, by this device's clock. */
  fetchedAt: number;
};

/** How often an open page asks for what others did, in milliseconds. */
const pollEvery = 5000;

/**
 * The desk as this device has it; undefined until it was read, null when it never was fetched. While the
 * page is shown and online, what others do comes within seconds.
 */
export function useDesk(): Desk | null | undefined {
  return useReadDesk('desk');
}

/** The same for whoever settles: with the open tickets of others, read along with it. */
export function useDeskAndTickets(): Desk | null | undefined {
  return useReadDesk('desk and tickets');
}

/**
 * A fixture, on the desk or not, with one's own changes. What the server has acknowledged stays known until
 * somebody gives a fixture that contains it.
 */
export function useFixtureShown(given: DeskFixture | undefined): OptimisticFixture | undefined {
  const { member } = useDevice();
  const [known, setKnown] = useState(given);
  const isNewer = given !== undefined && given.version >= (known?.version ?? 0);
  const fixture = isNewer ? given : known;
  const shown = useLiveQuery(async (): Promise<OptimisticFixture | undefined> => {
    if (!member || !fixture) return fixture;
    const operations = await member.store.operations.orderBy('seq').toArray();
    return (await loadEffects()).fixtureShown(fixture, operations);
  }, [member, fixture]);
  if (shown && shown.version > (known?.version ?? 0)) {
    const { device: _, ...acknowledged } = shown;
    setKnown(acknowledged);
  }
  return shown ?? fixture;
}

function useReadDesk(wanted: Wanted): Desk | null | undefined {
  const { member } = useDevice();
  const { engine } = useRunning();
  usePolledDesk(engine);
  return useLiveQuery(
    async () => (member ? readDesk(member.store, member.id, serverNow(engine), wanted) : null),
    [member, engine, wanted],
  );
}

/** Asks at once and every five seconds, one request after the other, while the page is shown and online. */
function usePolledDesk(engine: Running['engine']): void {
  useEffect(() => {
    if (!engine) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asks = 0;
    const isOpen = () => document.visibilityState === 'visible' && navigator.onLine;
    const ask = async () => {
      clearTimeout(timer);
      asks += 1;
      const mine = asks;
      if (!isOpen()) return;
      await engine.refresh('desk');
      // Another question was asked meanwhile, or the page was closed.
      if (mine === asks) timer = setTimeout(() => void ask(), pollEvery);
    };
    const look = () => void ask();
    look();
    document.addEventListener('visibilitychange', look);
    globalThis.addEventListener('online', look);
    globalThis.addEventListener('offline', look);
    return () => {
      asks += 1;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      globalThis.removeEventListener('online', look);
      globalThis.removeEventListener('offline', look);
    };
  }, [engine]);
}

type Wanted = 'desk' | 'desk and tickets';

/**
 * The stored desk with the pending operations applied; null when it never was fetched. A thousand tickets
 * take a while to read: it happens once, and only where somebody wants them or an own change counts.
 */
export async function readDesk(
  store: MemberStore,
  memberId: string,
  now: Date,
  wanted: Wanted = 'desk',
): Promise<Desk | null> {
  const tables = [store.documents, store.operations, store.adminTips];
  const { document, operations, tips } = await store.transaction('r', tables, async () => {
    const [document, operations] = await Promise.all([
      store.documents.get(deskDocument),
      store.operations.orderBy('seq').toArray(),
    ]);
    // Without an own change the server's counts are right.
    const isUnread = operations.length === 0 && wanted === 'desk';
    const tips = isUnread ? [] : await store.adminTips.toArray();
    return { document, operations, tips };
  });
  if (!document) return null;
  const { adminTipsShown, deskShown } = await loadEffects();
  const shown = deskShown(document.value, operations);
  if (!shown) return null;
  const { fetchedAt } = document;
  const { isAllHere, notHere } = shown;
  // A confirmed one may be open again by an own change.
  const tickets = adminTipsShown(tips, operations).filter(
    (tip) => !tip.IsGameSuccessful && tip.tipsterId !== memberId,
  );
  if (operations.length === 0) return { ...shown, tickets, fetchedAt };
  const fixtures = isAllHere ? countedIn(shown.fixtures, tickets) : shown.fixtures;
  const counted = isAllHere ? ticketCounts({ tickets, fixtures }, now) : {};
  const counts = { ...shown.counts, ...fixtureCounts(fixtures, now), ...counted };
  return { fixtures, isAllHere, notHere, counts, tickets, fetchedAt };
}

function fixtureCounts(
  fixtures: readonly DeskFixture[],
  now: Date,
): Pick<Counts, 'resultsMissing' | 'toldOtherwise'> {
  const missing = fixtures.filter(
    ({ status, kickOff, selections }) =>
      selections.length > 0 && lacksResult({ status, kickOff: new Date(kickOff) }, now),
  );
  const toldOtherwise = fixtures.filter(({ told }) => told).length;
  return { resultsMissing: missing.length, toldOtherwise };
}

/** What the server counts of open tickets, with the own changes, which it does not know yet. */
function ticketCounts(
  open: Tickets,
  now: Date,
): Pick<Counts, 'unpriced' | 'unpricedSoon' | 'ready'> {
  const unpriced = open.tickets.flatMap((tip) =>
    unpricedLegs(tip).length > 0 ? [unpricedLegs(tip)] : [],
  );
  const isSoon = ({ startDateOfGame }: Tip['options'][number]) => {
    const left = Date.parse(startDateOfGame) - now.getTime();
    return left > 0 && left <= pricingWindow;
  };
  return {
    unpriced: unpriced.length,
    unpricedSoon: unpriced.filter((legs) => legs.some(isSoon)).length,
    ready: readyTips(open).ids.length,
  };
}

function unpricedLegs({ options }: Tip): Tip['options'] {
  return options.filter(({ odd, result }) => odd === 0 && result !== 'void');
}

function isDecided({ options }: Tip): boolean {
  return options.every(({ result }) => result !== 'pending');
}

/** Tickets with the fixtures of their games. */
type Tickets = { tickets: readonly Tip[]; fixtures: readonly DeskFixture[] };

/**
 * Tickets that wait only to be confirmed, how many of them have a game without odds, and how many others
 * an earlier result decided otherwise than the rules say now.
 */
export type ReadyTips = { ids: readonly string[]; unpriced: number; differing: number };

/** The tickets whose legs are all decided, without those that have to be decided again. */
export function readyTips({ tickets, fixtures }: Tickets): ReadyTips {
  const decided = tickets.filter(isDecided);
  const isDiffering = differingLegs(fixtures, tickets);
  const ready = decided.filter(({ options }) => !options.some(isDiffering));
  // A copy counts in no record at all.
  const unpriced = ready.filter(
    (tip) => tip.copiedFrom === undefined && unpricedLegs(tip).length > 0,
  );
  return {
    ids: ready.map(({ id }) => id),
    unpriced: unpriced.length,
    differing: decided.length - ready.length,
  };
}
