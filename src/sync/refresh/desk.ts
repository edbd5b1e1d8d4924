import { desk, type DeskFixture } from '#contract/desk.ts';
import { tipListLimit } from '#contract/limits.ts';
import { adminTips, type Leg, type AdminTipListFilter } from '#contract/tips.ts';
import { payloadOfKind } from '../operations/registry.ts';
import { mainSubjectOf } from '../outbox/subjects.ts';
import { readOutbox, removeAcknowledged } from '../outbox/outbox.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { putNewerTips } from './admin-tips.ts';
import { deskDocument } from './document-names.ts';
import { nextCursorOf, toCursorQuery } from './list-pages.ts';
import { deleteUnlistedTips, resolveAuthorPicture } from './listed-tips.ts';
import { toDocumentRow, toRefreshOutcome } from './document.ts';
import type { RefreshOutcome, MemberRefreshDependencies } from './refresh-dependencies.ts';
import { readAckedOperations, readAckedOperationIds } from './pull.ts';
import { changeStoredDesk, listFixturesToFetch, ticketStateOf, StoredDesk } from './stored-desk.ts';
import { parseList, UnparsedList } from './unreadable-rows.ts';

const minute = 60_000;

/** Maximum number of fixtures fetched one by one; for more, all open tickets are fetched. */
const maxSingleFetches = 12;

/**
 * Refreshes the desk, then the tickets of fixtures that changed since their last fetch; the first
 * time all open tickets. Each page is written when it arrives, so that an interrupted refresh
 * continues there. Desk operations are removed only after the stored tickets contain them.
 */
export async function refreshDesk(parts: MemberRefreshDependencies): Promise<RefreshOutcome> {
  const { api, memberStore: store, now } = parts;
  const ackedIds = await readAckedOperationIds(store, 'desk');
  const row = await store.documents.get(deskDocument);
  const stored = StoredDesk.safeParse(row?.value).data;
  const answer = await api.callWithSchema(desk, desk.reply, { etag: stored && row?.etag });
  if (answer.kind === 'ok') {
    await store.transaction('rw', store.documents, async () => {
      const { here, listing } = stored ?? {};
      const value = { ...answer.reply, ...(here && { here }), ...(listing && { listing }) };
      await store.documents.put(toDocumentRow(deskDocument, value, answer.etag, now()));
    });
  } else if (answer.kind !== 'unchanged' || !stored || !row) return toRefreshOutcome(answer);
  // Updated at most once a minute: a page refreshes every few seconds, and each write makes the
  // page read the whole desk again.
  else if (now() - row.fetchedAt >= minute)
    await store.documents.update(deskDocument, { fetchedAt: now() });

  const current = answer.kind === 'ok' ? answer.reply : stored;
  const fetched = await fetchTickets(parts, current?.fixtures ?? [], stored);
  if (fetched !== 'fresh' && fetched !== 'unchanged') return fetched;
  await removeDeskOperations(store, ackedIds);
  return answer.kind === 'ok' ? 'fresh' : fetched;
}

/** Fetches the tickets of the changed fixtures. */
async function fetchTickets(
  parts: MemberRefreshDependencies,
  fixtures: readonly DeskFixture[],
  { here, listing }: Pick<StoredDesk, 'here' | 'listing'> = {},
): Promise<RefreshOutcome> {
  if (listing) {
    const listed = await fetchOpenTickets(parts, listing);
    if (listed !== 'fresh') return listed;
    // Fixtures that changed since the first page was fetched are fetched again.
    const since = await fetchTickets(parts, fixtures, { here: listing.states });
    return since === 'unchanged' ? 'fresh' : since;
  }
  const missing = here && listFixturesToFetch({ fixtures, here });
  if (missing?.length === 0) return 'unchanged';
  const states = new Map(fixtures.map((fixture) => [fixture.id, ticketStateOf(fixture)]));
  if (!missing || missing.length > maxSingleFetches) {
    return fetchOpenTickets(parts, { states: Object.fromEntries(states) });
  }
  for (const fixtureId of missing) {
    const listed = await fetchTicketPages(parts, { state: 'all', fixtureId });
    if (listed !== 'fresh') return listed;
    await updateStoredTickets(parts.memberStore, ({ here = {}, ...rest }) => {
      const { [fixtureId]: _, ...others } = here;
      const state = states.get(fixtureId);
      return { ...rest, here: state === undefined ? others : { ...others, [fixtureId]: state } };
    });
  }
  return 'fresh';
}

/** Fetches all open tickets, or the rest after an interruption. */
async function fetchOpenTickets(
  parts: MemberRefreshDependencies,
  { before, states }: { before?: string; states: Record<string, string> },
): Promise<RefreshOutcome> {
  const listed = await fetchTicketPages(parts, { state: 'open', from: before }, async (before) =>
    updateStoredTickets(parts.memberStore, ({ listing: _, ...desk }) =>
      before === undefined ? desk : { ...desk, listing: { before, states } },
    ),
  );
  if (listed === 'fresh') {
    await updateStoredTickets(parts.memberStore, (desk) => ({ ...desk, here: states }));
  }
  return listed;
}

type TicketListQuery = { state: AdminTipListFilter; fixtureId?: string; from?: string | undefined };

/**
 * Fetches a list from a cursor to the end, and writes each page. `onCursor` gets the next cursor;
 * undefined after the last page, or if the server does not know the cursor any more.
 */
async function fetchTicketPages(
  { api, memberStore: store, backend }: MemberRefreshDependencies,
  { from, ...filters }: TicketListQuery,
  onCursor?: (next: string | undefined) => Promise<void>,
): Promise<RefreshOutcome> {
  const open = filters.state === 'open' ? ({ open: true } as const) : {};
  let before = from;
  do {
    const query = { ...filters, limit: tipListLimit, ...toCursorQuery(before) };
    const answer = await api.callWithSchema(adminTips, UnparsedList, { query });
    if (answer.kind === 'refused' && answer.problem.code === 'invalid-input') {
      await onCursor?.(undefined);
    }
    if (answer.kind !== 'ok')
      return answer.kind === 'unchanged' ? 'failed' : toRefreshOutcome(answer);
    const list = parseList(answer.reply, backend.rowSchemas().tip);
    if (!list) return 'failed';
    const page = { list, limit: tipListLimit, before, fixtureId: filters.fixtureId, ...open };
    await store.transaction('rw', store.adminTips, async () => {
      await deleteUnlistedTips(store.adminTips, page);
      await putNewerTips(
        store,
        list.rows.map((tip) => resolveAuthorPicture(api, tip)),
      );
    });
    before = nextCursorOf(answer) ?? undefined;
    await onCursor?.(before);
  } while (before !== undefined);
  return 'fresh';
}

/** Updates the record of stored tickets in the desk's document. */
async function updateStoredTickets(
  store: MemberStore,
  change: (desk: StoredDesk) => StoredDesk,
): Promise<void> {
  const { documents, adminTips } = store;
  await store.transaction('rw', documents, adminTips, () => changeStoredDesk(store, change));
}

/** Removes desk operations that were acknowledged before the desk was requested. */
async function removeDeskOperations(
  store: MemberStore,
  ackedIds: ReadonlySet<string>,
): Promise<void> {
  if (ackedIds.size === 0) return;
  const { operations, versions, adminTips } = store;
  await store.transaction('rw', operations, versions, adminTips, async () => {
    const done = (await readAckedOperations(store, 'desk')).filter(({ id }) => ackedIds.has(id));
    await removeAcknowledged(store, done);
    if (done.length > 0) await updateOwnVersions(store);
  });
}

/**
 * Updates versions of unsent operations whose ticket has the same legs as the administrator saw.
 * Only an own operation on the whole fixture has then changed the ticket's version.
 */
async function updateOwnVersions(store: MemberStore): Promise<void> {
  for (const row of await readOutbox(store)) {
    if (row.state !== 'pending' || row.sent || row.baseVersion === undefined) continue;
    const seen = payloadOfKind(row, 'odds.set') ?? payloadOfKind(row, 'leg.settle');
    const tip = seen && (await store.adminTips.get(seen.tipId));
    if (!tip || tip.version <= row.baseVersion || !hasSameLegs(tip.options, seen.legs)) continue;
    await store.versions.put({ subject: mainSubjectOf(row), version: tip.version });
  }
}

function hasSameLegs(legs: readonly Leg[], seen: readonly Leg[]): boolean {
  return (
    legs.length === seen.length &&
    seen.every(({ fixtureId, odd, result }) =>
      legs.some((leg) => leg.fixtureId === fixtureId && leg.odd === odd && leg.result === result),
    )
  );
}
