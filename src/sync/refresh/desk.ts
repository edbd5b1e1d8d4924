import * as z from 'zod/mini';
import { desk, type DeskFixture } from '#contract/desk.ts';
import { tipListLimit } from '#contract/limits.ts';
import { adminTips, type Leg, type TipsListed } from '#contract/tips.ts';
import { payloadIn, understand } from '../operations/registry.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import { removeDone } from '../outbox/outbox.ts';
import { readOperations } from '../outbox/read-operations.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { type AdminParts, putNewer } from './admin-tips.ts';
import { deskDocument } from './document-names.ts';
import { dropUnlisted, withFace } from './listed-tips.ts';
import { answeredNow, documentOf, type Freshness, shortOf } from './pull.ts';
import { changeStoredDesk, fixturesToFetch, stateOf, StoredDesk } from './stored-desk.ts';
import { readList } from './unreadable.ts';

const minute = 60_000;

/** With more fixtures than these to fetch, all open tickets are gone through instead. */
const fewFixtures = 12;

/**
 * Refreshes the desk, then the tickets of the fixtures that have changed since they were fetched: at first
 * all open ones. What is fetched is written page by page, so that a refresh that ends in the middle goes on
 * from there. Operations of the desk go once its tickets contain them.
 */
export async function refreshDesk(parts: AdminParts): Promise<Freshness> {
  const { api, store, backend, now } = parts;
  if (!backend.can.desk) return 'failed';
  const answered = await answeredNow(store, 'desk');
  const row = await store.documents.get(deskDocument);
  const stored = StoredDesk.safeParse(row?.value).data;
  const answer = await api.callAs(desk, desk.reply, { etag: stored && row?.etag });
  if (answer.kind === 'ok') {
    await store.transaction('rw', store.documents, async () => {
      const { here, listing } = stored ?? {};
      const value = { ...answer.reply, ...(here && { here }), ...(listing && { listing }) };
      await store.documents.put(documentOf(deskDocument, value, answer.etag, now()));
    });
  } else if (answer.kind !== 'unchanged' || !stored || !row) return shortOf(answer);
  // A page asks every few seconds, and each write has it read all of the desk again.
  else if (now() - row.fetchedAt >= minute)
    await store.documents.update(deskDocument, { fetchedAt: now() });

  const current = answer.kind === 'ok' ? answer.reply : stored;
  const fetched = await fetchTickets(parts, current?.fixtures ?? [], stored);
  if (fetched !== 'fresh' && fetched !== 'unchanged') return fetched;
  await removeContained(store, answered);
  return answer.kind === 'ok' ? 'fresh' : fetched;
}

/** Fetches the tickets of the fixtures that have changed. */
async function fetchTickets(
  parts: AdminParts,
  fixtures: readonly DeskFixture[],
  { here, listing }: Pick<StoredDesk, 'here' | 'listing'> = {},
): Promise<Freshness> {
  if (listing) {
    const listed = await fetchAll(parts, listing);
    if (listed !== 'fresh') return listed;
    // Its first pages are as old as its beginning: what has changed since is fetched again.
    const since = await fetchTickets(parts, fixtures, { here: listing.states });
    return since === 'unchanged' ? 'fresh' : since;
  }
  const missing = here && fixturesToFetch({ fixtures, here });
  if (missing?.length === 0) return 'unchanged';
  const states = new Map(fixtures.map((fixture) => [fixture.id, stateOf(fixture)]));
  if (!missing || missing.length > fewFixtures) {
    return fetchAll(parts, { states: Object.fromEntries(states) });
  }
  for (const fixtureId of missing) {
    const listed = await fetchPages(parts, { state: 'all', fixtureId });
    if (listed !== 'fresh') return listed;
    await noteTickets(parts.store, ({ here = {}, ...rest }) => {
      const { [fixtureId]: _, ...others } = here;
      const state = states.get(fixtureId);
      return { ...rest, here: state === undefined ? others : { ...others, [fixtureId]: state } };
    });
  }
  return 'fresh';
}

/** Fetches all open tickets, or those after the place where an earlier list ended. */
async function fetchAll(
  parts: AdminParts,
  { before, states }: { before?: string; states: Record<string, string> },
): Promise<Freshness> {
  const listed = await fetchPages(parts, { state: 'open', from: before }, async (before) =>
    noteTickets(parts.store, ({ listing: _, ...desk }) =>
      before === undefined ? desk : { ...desk, listing: { before, states } },
    ),
  );
  if (listed === 'fresh') {
    await noteTickets(parts.store, (desk) => ({ ...desk, here: states }));
  }
  return listed;
}

type List = { state: TipsListed; fixtureId?: string; from?: string | undefined };

/**
 * Fetches a list from a place to its end, and writes each page. `onPlace` is told where the next one begins:
 * nowhere after the last, nor where the server knows no such place any more.
 */
async function fetchPages(
  { api, store, backend }: AdminParts,
  { from, ...wanted }: List,
  onPlace?: (next: string | undefined) => Promise<void>,
): Promise<Freshness> {
  const open = wanted.state === 'open' ? ({ open: true } as const) : {};
  let before = from;
  do {
    const query = { ...wanted, limit: tipListLimit, ...(before !== undefined && { before }) };
    const answer = await api.callAs(adminTips, z.array(z.unknown()), { query });
    if (answer.kind === 'refused' && answer.problem.code === 'invalid-input') {
      await onPlace?.(undefined);
    }
    if (answer.kind !== 'ok') return answer.kind === 'unchanged' ? 'failed' : shortOf(answer);
    const list = readList(answer.reply, backend.shapes().tip);
    if (!list) return 'failed';
    const page = { list, limit: tipListLimit, before, fixtureId: wanted.fixtureId, ...open };
    await store.transaction('rw', store.adminTips, async () => {
      await dropUnlisted(store.adminTips, page);
      await putNewer(
        store,
        list.rows.map((tip) => withFace(api, tip)),
      );
    });
    const next = new URLSearchParams(answer.next?.split('?')[1] ?? '').get('before');
    before = next ?? undefined;
    await onPlace?.(before);
  } while (before !== undefined);
  return 'fresh';
}

/** Notes which tickets are here. */
async function noteTickets(
  store: MemberStore,
  change: (desk: StoredDesk) => StoredDesk,
): Promise<void> {
  const { documents, adminTips } = store;
  await store.transaction('rw', documents, adminTips, () => changeStoredDesk(store, change));
}

/** Removes the operations of the desk that were acknowledged before it was asked for. */
async function removeContained(store: MemberStore, answered: ReadonlySet<string>): Promise<void> {
  if (answered.size === 0) return;
  const { operations, laneVersions, adminTips } = store;
  await store.transaction('rw', operations, laneVersions, adminTips, async () => {
    const rows = readOperations(await operations.toArray());
    const done = rows.filter((row) => {
      const understood = understand(row);
      const isOfDesk = typeof understood === 'object' && understood.operation.rows === 'desk';
      return isOfDesk && row.state === 'acked' && answered.has(row.id);
    });
    await removeDone(store, done);
    if (done.length > 0) await noteOwnVersions(store, rows);
  });
}

/**
 * A ticket that has another version by what was done here to its whole fixture is still the one that was
 * seen, as long as its legs are: what was queued for it afterwards goes by the version that it has now.
 */
async function noteOwnVersions(store: MemberStore, rows: readonly OperationRow[]): Promise<void> {
  for (const row of rows) {
    if (row.state !== 'pending' || row.sent || row.baseVersion === undefined) continue;
    const seen = payloadIn(row, 'odds.set') ?? payloadIn(row, 'leg.settle');
    const tip = seen && (await store.adminTips.get(seen.tipId));
    if (!tip || tip.version <= row.baseVersion || !isAsSeen(tip.options, seen.legs)) continue;
    await store.laneVersions.put({ lane: row.lane, version: tip.version });
  }
}

function isAsSeen(legs: readonly Leg[], seen: readonly Leg[]): boolean {
  return (
    legs.length === seen.length &&
    seen.every(({ fixtureId, odd, result }) =>
      legs.some((leg) => leg.fixtureId === fixtureId && leg.odd === odd && leg.result === result),
    )
  );
}
