import * as z from 'zod/mini';
import { desk, DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { deskDocument } from './document-names.ts';

const TicketStates = z.record(z.string(), z.string());

/**
 * The stored desk. `here` is the ticket state of each fixture whose tickets are stored. `listing`
 * is an interrupted fetch of all open tickets: its next cursor, and the states when it began.
 */
export const StoredDesk = z.object({
  counts: desk.reply.shape.counts,
  fixtures: z.array(DeskFixture),
  here: z.optional(TicketStates),
  listing: z.optional(z.object({ before: z.string(), states: TicketStates })),
});
export type StoredDesk = z.infer<typeof StoredDesk>;

type DeskTicketStates = {
  fixtures: readonly DeskFixture[];
  here?: Record<string, string> | undefined;
};

/** True if all open tickets of the stored desk are stored as well. */
export function areAllTicketsStored({ fixtures, here }: StoredDesk): boolean {
  return here !== undefined && listFixturesToFetch({ fixtures, here }).length === 0;
}

/** Fixtures of the desk whose stored tickets are outdated. */
export function findOutdatedFixtures({ fixtures, here = {} }: DeskTicketStates): DeskFixture[] {
  return fixtures.filter((fixture) => here[fixture.id] !== ticketStateOf(fixture));
}

/** Ids of fixtures whose stored tickets are outdated, including fixtures no longer on the desk. */
export function listFixturesToFetch({
  fixtures,
  here,
}: {
  fixtures: readonly DeskFixture[];
  here: Record<string, string>;
}): string[] {
  const known = new Set(fixtures.map(({ id }) => id));
  const unlistedIds = Object.keys(here).filter((id) => !known.has(id));
  return [...unlistedIds, ...findOutdatedFixtures({ fixtures, here }).map(({ id }) => id)];
}

/** A text that changes whenever a fixture's tickets change. */
export function ticketStateOf({ version, ticketState, selections }: DeskFixture): string {
  // A correction changes only confirmed tickets, which only this number shows.
  const wrong = selections.reduce((sum, one) => sum + one.confirmedDiffering, 0);
  return [version, ticketState, wrong].join(' ');
}

/**
 * Reads and changes the stored desk in the caller's transaction over documents and tickets. If more
 * open tickets of a fixture are stored than the desk counts, they will be fetched again.
 */
export async function changeStoredDesk(
  store: MemberStore,
  change: (desk: StoredDesk) => StoredDesk = (desk) => desk,
): Promise<void> {
  const row = await store.documents.get(deskDocument);
  const stored = StoredDesk.safeParse(row?.value).data;
  if (!row || !stored) return;
  const changed = change(stored);
  const surplus = changed.here ? findFixturesWithSurplus(changed, await readOpenTips(store)) : [];
  const marks = surplus.filter((id) => changed.here?.[id] !== refetchMarker);
  if (changed === stored && marks.length === 0) return;
  const here = { ...changed.here, ...Object.fromEntries(marks.map((id) => [id, refetchMarker])) };
  await store.documents.put({ ...row, value: changed.here ? { ...changed, here } : changed });
}

/** Replaces a fixture's ticket state to force a new fetch; no fixture has an empty state. */
const refetchMarker = '';

/**
 * Finds fixtures with more stored tickets than the desk counts. A list may contain a ticket that
 * was posted after the desk was read; if it is withdrawn, the desk does not change and only this
 * surplus shows that the ticket must be removed.
 */
function findFixturesWithSurplus({ fixtures }: StoredDesk, tips: readonly Tip[]): string[] {
  const counted = new Map(
    fixtures.map(({ id, selections }) => [
      id,
      selections.reduce((sum, { tickets, own }) => sum + tickets + own, 0),
    ]),
  );
  const tipsByFixture = Map.groupBy(
    tips.flatMap(({ options }) => options.map(({ fixtureId }) => fixtureId)),
    (id) => id,
  );
  return [...tipsByFixture].flatMap(([id, all]) =>
    all.length > (counted.get(id) ?? 0) ? [id] : [],
  );
}

async function readOpenTips({ adminTips }: MemberStore): Promise<Tip[]> {
  return adminTips.filter(({ IsGameSuccessful }) => !IsGameSuccessful).toArray();
}
