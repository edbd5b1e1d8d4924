import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { onBrowserEvents } from '#client/browser-events.ts';
import type { desk, DeskFixture } from '#contract/desk.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { Tip } from '#contract/tips.ts';
import { isResultMissing } from '#domain/fixture.ts';
import { pricingWindowMs } from '#domain/odds/price.ts';
import { deskDocument } from '#sync/refresh/document-names.ts';
import type { OptimisticFixture, OptimisticTip } from '#sync/optimistic-rows.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { useDevice } from '../device/device.tsx';
import { serverNow } from '../device/server-time.ts';
import { type EngineState, useEngineState } from '../device/engine-state.ts';
import { recountFixtures, createDifferingLegCheck } from './desk-figures.ts';
import { loadOptimisticViews } from '../member-row-queries.ts';

type DeskCounts = ReplyOf<typeof desk>['counts'];

/** The administrators' desk with the administrator's own pending changes applied. */
export type Desk = {
  counts: DeskCounts;
  fixtures: OptimisticFixture[];
  /** True if every open ticket is on this device, so that all desk work is possible offline. */
  isAllHere: boolean;
  /** Number of games with tickets that are missing or outdated on this device. */
  notHere: number;
  /** Other members' open tickets on this device; empty unless `useDesk` was called with tickets. */
  tickets: OptimisticTip[];
  /** The time of the last response by this device's clock. */
  fetchedAt: number;
};

/** The polling interval while a page is visible, in milliseconds. */
const deskPollIntervalMs = 5000;

/**
 * The stored desk; undefined until it was read, null if it was never fetched. Polls while the page
 * is visible and online, so that other administrators' changes arrive within seconds.
 */
export function useDesk(scope: DeskScope = 'desk'): Desk | null | undefined {
  const { member } = useDevice();
  const { engine } = useEngineState();
  usePollDesk(engine);
  return useLiveQuery(
    async () => (member ? readDesk(member.store, member.id, serverNow(engine), scope) : null),
    [member, engine, scope],
  );
}

/** `desk and tickets` also reads other members' open tickets, which settling needs. */
type DeskScope = 'desk' | 'desk and tickets';

/**
 * A fixture with the administrator's own changes applied, even if the desk does not list it. An
 * acknowledged change stays applied until the received fixture contains it.
 */
export function useOptimisticFixture(
  received: DeskFixture | undefined,
): OptimisticFixture | undefined {
  const { member } = useDevice();
  const [known, setKnown] = useState(received);
  const isNewer = received !== undefined && received.version >= (known?.version ?? 0);
  const fixture = isNewer ? received : known;
  const shown = useLiveQuery(async (): Promise<OptimisticFixture | undefined> => {
    if (!member || !fixture) return fixture;
    const operations = await member.store.operations.orderBy('seq').toArray();
    return (await loadOptimisticViews()).applyPendingToFixture(fixture, operations);
  }, [member, fixture]);
  if (shown && shown.version > (known?.version ?? 0)) {
    const { device: _, ...acknowledged } = shown;
    setKnown(acknowledged);
  }
  return shown ?? fixture;
}

/**
 * Refreshes at once and every five seconds, one request at a time, while the page is visible and
 * online.
 */
function usePollDesk(engine: EngineState['engine']): void {
  useEffect(() => {
    if (!engine) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let requests = 0;
    const isOpen = () => document.visibilityState === 'visible' && navigator.onLine;
    const refresh = async () => {
      clearTimeout(timer);
      requests += 1;
      const mine = requests;
      if (!isOpen()) return;
      await engine.refresh('desk');
      // If the counts differ, a newer request has started or the page was closed.
      if (mine === requests) timer = setTimeout(() => void refresh(), deskPollIntervalMs);
    };
    const look = () => void refresh();
    look();
    const endEvents = onBrowserEvents(['visibilitychange', 'online', 'offline'], look);
    return () => {
      requests += 1;
      clearTimeout(timer);
      endEvents();
    };
  }, [engine]);
}

/**
 * The stored desk with the pending operations applied; null if it was never fetched. Reading a
 * thousand tickets is slow, so tickets are read only if requested or if the administrator's own
 * changes affect the counts.
 */
export async function readDesk(
  store: MemberStore,
  memberId: string,
  now: Date,
  scope: DeskScope = 'desk',
): Promise<Desk | null> {
  const tables = [store.documents, store.operations, store.adminTips];
  const { document, operations, tips } = await store.transaction('r', tables, async () => {
    const [document, operations] = await Promise.all([
      store.documents.get(deskDocument),
      store.operations.orderBy('seq').toArray(),
    ]);
    // Without own changes the server's counts are correct.
    const isUnread = operations.length === 0 && scope === 'desk';
    const tips = isUnread ? [] : await store.adminTips.toArray();
    return { document, operations, tips };
  });
  if (!document) return null;
  const { applyPendingToAdminTips, applyPendingToDesk } = await loadOptimisticViews();
  const shown = applyPendingToDesk(document.value, operations);
  if (!shown) return null;
  const { fetchedAt } = document;
  const { isAllHere, notHere } = shown;
  // An own change may have reopened a confirmed ticket.
  const tickets = applyPendingToAdminTips(tips, operations).filter(
    (tip) => !tip.IsGameSuccessful && tip.tipsterId !== memberId,
  );
  if (operations.length === 0) return { ...shown, tickets, fetchedAt };
  const fixtures = isAllHere ? recountFixtures(shown.fixtures, tickets) : shown.fixtures;
  const counted = isAllHere ? recountDeskTickets({ tickets, fixtures }, now) : {};
  const counts = { ...shown.counts, ...recountDeskFixtures(fixtures, now), ...counted };
  return { fixtures, isAllHere, notHere, counts, tickets, fetchedAt };
}

function recountDeskFixtures(
  fixtures: readonly DeskFixture[],
  now: Date,
): Pick<DeskCounts, 'resultsMissing' | 'toldOtherwise'> {
  const missing = fixtures.filter(
    ({ status, kickOff, selections }) =>
      selections.length > 0 && isResultMissing({ status, kickOff: new Date(kickOff) }, now),
  );
  const differing = fixtures.filter((fixture) => fixture.told).length;
  return { resultsMissing: missing.length, toldOtherwise: differing };
}

/** Counts the open tickets on this device as the server does, with the own unsent changes. */
function recountDeskTickets(
  open: TicketsWithFixtures,
  now: Date,
): Pick<DeskCounts, 'unpriced' | 'unpricedSoon' | 'ready'> {
  const unpriced = open.tickets.flatMap((tip) =>
    unpricedLegs(tip).length > 0 ? [unpricedLegs(tip)] : [],
  );
  const isSoon = ({ startDateOfGame }: Tip['options'][number]) => {
    const remainingMs = Date.parse(startDateOfGame) - now.getTime();
    return remainingMs > 0 && remainingMs <= pricingWindowMs;
  };
  return {
    unpriced: unpriced.length,
    unpricedSoon: unpriced.filter((legs) => legs.some(isSoon)).length,
    ready: findReadyTickets(open).ids.length,
  };
}

function unpricedLegs({ options }: Tip): Tip['options'] {
  return options.filter(({ odd, result }) => odd === 0 && result !== 'void');
}

function isDecided({ options }: Tip): boolean {
  return options.every(({ result }) => result !== 'pending');
}

/** Tickets and the fixtures of their legs. */
type TicketsWithFixtures = { tickets: readonly Tip[]; fixtures: readonly DeskFixture[] };

/**
 * Decided tickets that await confirmation. `unpriced` counts tickets that have a leg without odds;
 * `differing` counts decided tickets that must be decided again, because a score changed.
 */
export type ReadyTickets = { ids: readonly string[]; unpriced: number; differing: number };

/** Finds tickets whose legs are all decided, without those that must be decided again. */
export function findReadyTickets({ tickets, fixtures }: TicketsWithFixtures): ReadyTickets {
  const decided = tickets.filter(isDecided);
  const isDiffering = createDifferingLegCheck(fixtures, tickets);
  const ready = decided.filter(({ options }) => !options.some(isDiffering));
  // A copied tip is in no tipster's record, so the tip needs no odds.
  const unpriced = ready.filter(
    (tip) => tip.copiedFrom === undefined && unpricedLegs(tip).length > 0,
  );
  return {
    ids: ready.map(({ id }) => id),
    unpriced: unpriced.length,
    differing: decided.length - ready.length,
  };
}
