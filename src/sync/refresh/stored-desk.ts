import * as z from 'zod/mini';
import { desk, DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { deskDocument } from './document-names.ts';

const States = z.record(z.string(), z.string());

/**
 * The desk as it is stored; `here` says in which state each fixture's tickets are on this device. A list of
 * all open tickets that came in part goes on at its place: `listing` has the states of when it began.
 */
export const StoredDesk = z.object({
  counts: desk.reply.shape.counts,
  fixtures: z.array(DeskFixture),
  here: z.optional(States),
  listing: z.optional(z.object({ before: z.string(), states: States })),
});
export type StoredDesk = z.infer<typeof StoredDesk>;

type MayBeHere = {
  fixtures: readonly DeskFixture[];
  here?: Record<string, string> | undefined;
};

/** Whether every open ticket of the desk is on this device, as the desk was fetched last. */
export function isAllHere({ fixtures, here }: StoredDesk): boolean {
  return here !== undefined && fixturesToFetch({ fixtures, here }).length === 0;
}

/** The fixtures of the desk with tickets that this device does not have as they are. */
export function fixturesNotHere({ fixtures, here = {} }: MayBeHere): DeskFixture[] {
  return fixtures.filter((fixture) => here[fixture.id] !== stateOf(fixture));
}

/** The fixtures whose tickets are not here as they are, also those that the desk no longer has. */
export function fixturesToFetch({
  fixtures,
  here,
}: {
  fixtures: readonly DeskFixture[];
  here: Record<string, string>;
}): string[] {
  const known = new Set(fixtures.map(({ id }) => id));
  const left = Object.keys(here).filter((id) => !known.has(id));
  return [...left, ...fixturesNotHere({ fixtures, here }).map(({ id }) => id)];
}

/** A text that differs after each change to a ticket of a fixture. */
export function stateOf({ version, ticketState, selections }: DeskFixture): string {
  // A correction changes no open ticket.
  const wrong = selections.reduce((sum, one) => sum + one.confirmedDiffering, 0);
  return [version, ticketState, wrong].join(' ');
}

/**
 * Changes the stored desk in the caller's transaction over documents and tickets; the desk may have been
 * stored anew meanwhile. Fixtures with more open tickets here than the desk counted are fetched again.
 */
export async function changeStoredDesk(
  store: MemberStore,
  change: (desk: StoredDesk) => StoredDesk = (desk) => desk,
): Promise<void> {
  const row = await store.documents.get(deskDocument);
  const stored = StoredDesk.safeParse(row?.value).data;
  if (!row || !stored) return;
  const changed = change(stored);
  const surplus = changed.here ? fixturesWithSurplus(changed, await openTips(store)) : [];
  const marks = surplus.filter((id) => changed.here?.[id] !== surplusState);
  if (changed === stored && marks.length === 0) return;
  const here = { ...changed.here, ...Object.fromEntries(marks.map((id) => [id, surplusState])) };
  await store.documents.put({ ...row, value: changed.here ? { ...changed, here } : changed });
}

/** The state of no fixture of the desk. */
const surplusState = '';

/**
 * A list may contain a ticket that was posted after the desk was read. Once that ticket is withdrawn, the
 * desk is as it was, and only the surplus shows that the ticket has to go.
 */
function fixturesWithSurplus({ fixtures }: StoredDesk, tips: readonly Tip[]): string[] {
  const counted = new Map(
    fixtures.map(({ id, selections }) => [
      id,
      selections.reduce((sum, { tickets, own }) => sum + tickets + own, 0),
    ]),
  );
  const held = Map.groupBy(
    tips.flatMap(({ options }) => options.map(({ fixtureId }) => fixtureId)),
    (id) => id,
  );
  return [...held].flatMap(([id, all]) => (all.length > (counted.get(id) ?? 0) ? [id] : []));
}

async function openTips({ adminTips }: MemberStore): Promise<Tip[]> {
  return adminTips.filter(({ IsGameSuccessful }) => !IsGameSuccessful).toArray();
}
