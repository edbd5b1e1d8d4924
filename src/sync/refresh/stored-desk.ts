import * as z from 'zod/mini';
import { desk, DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { deskDocument } from './document-names.ts';

const TicketStates = z.record(z.string(), z.string());

/**
 * The stored desk; `here` is the state of each fixture's tickets on this device. An interrupted
 * list of all open tickets continues at its cursor: `listing` has the states at its beginning.
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

/** True if all open tickets of the stored desk are on this device. */
export function areAllTicketsStored({ fixtures, here }: StoredDesk): boolean {
  return here !== undefined && listFixturesToFetch({ fixtures, here }).length === 0;
}

/** Fixtures of the desk whose current tickets are not on this device. */
export function findOutdatedFixtures({ fixtures, here = {} }: DeskTicketStates): DeskFixture[] {
  return fixtures.filter((fixture) => here[fixture.id] !== ticketStateOf(fixture));
}

/** Fixtures whose tickets are outdated on this device, including those that left the desk. */
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

/** A text that changes with each change of a fixture's tickets. */
export function ticketStateOf({ version, ticketState, selections }: DeskFixture): string {
  // A correction changes no open ticket, so only this number shows it.
  const wrong = selections.reduce((sum, one) => sum + one.confirmedDiffering, 0);
  return [version, ticketState, wrong].join(' ');
}

/**
 * Changes the stored desk in the caller's transaction over documents and tickets; the desk may have
 * been stored again meanwhile. Fixtures with more open tickets here than the desk counted are
 * fetched again.
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
  const marks = surplus.filter((id) => changed.here?.[id] !== surplusState);
  if (changed === stored && marks.length === 0) return;
  const here = { ...changed.here, ...Object.fromEntries(marks.map((id) => [id, surplusState])) };
  await store.documents.put({ ...row, value: changed.here ? { ...changed, here } : changed });
}

/** A state that no fixture of the desk has. */
const surplusState = '';

/**
 * Finds fixtures with more stored tickets than counted. A list may contain a ticket posted after
 * the desk was read; after its withdrawal the desk is unchanged, and only the surplus shows that
 * the ticket must be removed.
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
