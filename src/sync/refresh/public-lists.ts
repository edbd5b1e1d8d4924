import * as z from 'zod/mini';
import { Fixture, League, openFixtures, stats } from '#contract/fixtures/fixtures.ts';
import { listTipsters, oneTipster, type Tipster } from '#contract/members.ts';
import { defaultLeague } from '#contract/fixtures/leagues.ts';
import { tipListLimit } from '#contract/limits.ts';
import { oneTip, publicTip, recentTips, Tip } from '#contract/tips.ts';
import type { Api } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import {
  type FixturesDocument,
  fixturesDocument,
  feedDocument,
  type FeedFilters,
  feedSearches,
  feedSearchKey,
  fixtureTipLists,
  openedTipsters,
  searchedName,
  statsDocument,
  tipsterTipLists,
  tipstersDocument,
} from './document-names.ts';
import { refreshPages, type PagedList } from './list-pages.ts';
import { listIn } from './list-value.ts';
import { dropUnlisted, withAddress, withAuthorPicture } from './listed-tips.ts';
import type { ContactRow, MemberStore } from '../storage/member-store.ts';
import type { FixtureRow, LeagueRow, PublicStore } from '../storage/public-store.ts';
import { confirmStored, documentOf, type Freshness, isMissing, shortOf } from './pull.ts';
import { readList } from './unreadable-rows.ts';

/**
 * Dependencies of refreshing public rows; the member's store holds rows that only members may see.
 */
export type PublicParts = {
  api: Api;
  store: PublicStore;
  memberId?: string | undefined;
  memberStore?: MemberStore | undefined;
  backend: Backend;
  now: () => number;
};

/** The filters of the feed; `more` loads another page. */
export type FeedQuery = FeedFilters & { more?: boolean };

/** Rows of leagues in display order: the default one first, the others in the server's order. */
export function leagueRows(leagues: readonly League[]): LeagueRow[] {
  const pinned = leagues.filter(({ key }) => key === defaultLeague);
  const others = leagues.filter(({ key }) => key !== defaultLeague);
  return [...pinned, ...others].map((league, position) => ({ ...league, position }));
}

export function fixtureRow(fixture: Fixture): FixtureRow {
  return { ...fixture, kickOffAt: Date.parse(fixture.kickOff) };
}

// Rows are parsed one by one, so that an unreadable one does not hide the others.
export const UnreadList = z.array(z.unknown());
const UnreadFixtures = z.extend(openFixtures.reply, { leagues: UnreadList, fixtures: UnreadList });

/** Refreshes leagues and all their open fixtures. */
export async function refreshFixtures({ api, store, now }: PublicParts): Promise<Freshness> {
  const stored = await store.documents.get(fixturesDocument);
  const answer = await api.callAs(openFixtures, UnreadFixtures, { etag: stored?.etag });
  if (answer.kind !== 'ok') return confirmStored(store, fixturesDocument, answer, now());

  const { pricedAt } = answer.reply;
  const leagues = readList(answer.reply.leagues, League);
  const fixtures = readList(answer.reply.fixtures, Fixture);
  if (!leagues || !fixtures) return 'failed';
  const etag = leagues.whole && fixtures.whole ? answer.etag : undefined;
  await store.transaction('rw', store.leagues, store.fixtures, store.documents, async () => {
    await store.leagues.clear();
    await store.leagues.bulkPut(leagueRows(leagues.rows));
    await store.fixtures.clear();
    await store.fixtures.bulkPut(fixtures.rows.map(fixtureRow));
    const value: FixturesDocument = { pricedAt };
    await store.documents.put(documentOf(fixturesDocument, value, etag, now()));
  });
  return 'fresh';
}

/** Refreshes the counts of open tips, which not every backend has. */
export async function refreshStats({ api, store, now }: PublicParts): Promise<Freshness> {
  const stored = await store.documents.get(statsDocument);
  const answer = await api.call(stats, { etag: stored?.etag });
  if (answer.kind !== 'ok') return confirmStored(store, statsDocument, answer, now());
  await store.documents.put(documentOf(statsDocument, answer.reply, answer.etag, now()));
  return 'fresh';
}

/**
 * Refreshes tipsters with average odds of at least `category`, 0 for all; with `more` loads another
 * page.
 */
export async function refreshTipsters(
  parts: PublicParts,
  { category = 0, more }: { category?: number; more?: boolean } = {},
): Promise<Freshness> {
  const { api, store, memberId = '', now } = parts;
  const shapes = parts.backend.shapes();
  const followed = await followedBy(parts);
  const list: PagedList<Tipster> = {
    store,
    table: 'tipsters',
    name: tipstersDocument(category),
    // Phone numbers are sent to members only.
    reader: memberId,
    now,
    request: (before, etag) =>
      api.callAs(listTipsters, shapes.list, { query: { category, ...pageAt(before) }, etag }),
    async read(reply) {
      const page = readList(reply, shapes.tipster);
      if (!page) return undefined;
      const rows = page.rows
        .filter(({ isTipster }: Tipster) => isTipster)
        .map((tipster: Tipster) => withPicture(api, tipster));
      await storeContacts(parts, rows);
      return { ...page, rows };
    },
    async write(pages) {
      for (const { list } of pages) {
        if (list) await store.tipsters.bulkPut(list.rows.map(withoutContact));
      }
      await dropUnnamed(store, [memberId, ...followed]);
    },
  };
  return refreshPages(list, { more });
}

/** Stores tipsters who may be in no list. */
export async function putTipsters(parts: PublicParts, rows: readonly Tipster[]): Promise<void> {
  await storeContacts(parts, rows);
  await parts.store.tipsters.bulkPut(
    rows.map((row) => withoutContact(withPicture(parts.api, row))),
  );
}

/** Refreshes one tipster, who may be in no loaded list. */
export async function refreshTipster(parts: PublicParts, id: string): Promise<Freshness> {
  const { api, store, backend } = parts;
  const params = { id };
  const answer = await api.callAs(oneTipster, backend.shapes().tipster, { params });
  if (isMissing(answer)) {
    await Promise.all([store.tipsters.delete(id), parts.memberStore?.contacts.delete(id)]);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return shortOf(answer);
  const { reply } = answer;
  await storeContacts(parts, [reply]);
  await store.transaction('rw', store.tipsters, store.documents, async () => {
    await store.tipsters.put(withoutContact(publicOf(withPicture(api, reply))));
    await noteOpened(parts, reply.id);
  });
  return 'fresh';
}

/**
 * Refreshes the newest tips of all tipsters, or those of a search; with `more` loads another page.
 */
export async function refreshFeed(parts: PublicParts, feed: FeedQuery = {}): Promise<Freshness> {
  const { api, store, backend, now } = parts;
  if (!backend.can.feed) return 'failed';
  const key = feedSearchKey(feed);
  const query = { limit: tipListLimit, ...filtersOf(feed) };
  const shown = (tip: Tip) => publicTip(withAuthorPicture(api, tip));
  const list: PagedList<Tip> = {
    store,
    table: 'tips',
    name: feedDocument(key),
    now,
    request: (before, etag) =>
      api.callAs(recentTips, UnreadList, { query: { ...query, ...pageAt(before) }, etag }),
    read: async (reply) => readList(reply, Tip),
    async write(pages) {
      for (const { list, before } of pages) {
        // A tip missing from a search may still exist.
        if (list && key === '')
          await dropUnlisted(store.tips, { list, limit: tipListLimit, before });
        if (list) await store.tips.bulkPut(list.rows.map(shown));
      }
      await dropOldest(store, feedSearches, maxStoredSearches);
      await dropOverflow(store);
    },
  };
  return refreshPages(list, { more: feed.more });
}

function filtersOf({ search, minOdds, stars, open }: FeedFilters) {
  const name = searchedName(search);
  return {
    ...(name !== '' && { search: name }),
    ...(minOdds && { minOdds }),
    ...(stars && { stars }),
    ...(open && { open }),
  };
}

/** The query that selects the page after a row. */
export function pageAt(before: string | undefined) {
  return before === undefined ? {} : { before };
}

/** Refreshes one public tip. */
export async function refreshTip(
  { api, store, backend }: PublicParts,
  id: string,
): Promise<Freshness> {
  const params = { id };
  const answer = await api.callAs(oneTip, backend.shapes().tip, { params });
  if (isMissing(answer)) {
    await store.tips.delete(id);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return shortOf(answer);
  await store.tips.put(publicTip(withAuthorPicture(api, answer.reply)));
  return 'fresh';
}

/**
 * Maximum numbers of stored tips, searches and profiles, in addition to tips of the newest lists.
 */
const maxStoredTips = 500;
const maxStoredSearches = 10;
const maxOpenedProfiles = 60;

/** Deletes the oldest tips above the limit, except those in a stored list. */
export async function dropOverflow(store: PublicStore): Promise<void> {
  const tooMany = (await store.tips.count()) - maxStoredTips;
  if (tooMany <= 0) return;
  const lists = [feedDocument(''), tipsterTipLists, fixtureTipLists];
  const named = await Promise.all(lists.map((kind) => namedBy(store, kind)));
  const oldest = await store.tips.orderBy('creationTime').primaryKeys();
  await store.tips.bulkDelete(
    oldest.filter((id) => !named.some((ids) => ids.has(id))).slice(0, tooMany),
  );
}

/** Deletes the oldest documents whose names start with a prefix, down to a limit. */
export async function dropOldest(
  { documents }: PublicStore,
  prefix: string,
  maxDocuments: number,
): Promise<void> {
  const stored = await documents.where('name').startsWith(prefix).toArray();
  const old = stored.toSorted((one, other) => other.fetchedAt - one.fetchedAt);
  await documents.bulkDelete(old.slice(maxDocuments).map(({ name }) => name));
}

/** Deletes tipsters who are in no list, except this member and followed ones. */
async function dropUnnamed(store: PublicStore, keepIds: readonly string[]): Promise<void> {
  const named = await namedBy(store, tipstersDocument(0));
  const ids = await store.tipsters.toCollection().primaryKeys();
  await store.tipsters.bulkDelete(ids.filter((id) => !named.has(id) && !keepIds.includes(id)));
}

async function namedBy({ documents }: PublicStore, kind: string): Promise<ReadonlySet<string>> {
  const lists = await documents.where('name').startsWith(kind).toArray();
  return new Set(lists.flatMap(({ value }) => listIn(value)?.ids ?? []));
}

/** Ids of the tipsters that the member follows, as stored on this device. */
export async function followedBy({ memberStore }: PublicParts): Promise<string[]> {
  const follows = (await memberStore?.follows.toArray()) ?? [];
  return follows.filter(({ following }) => following).map(({ tipsterId }) => tipsterId);
}

async function noteOpened({ store, now }: PublicParts, id: string): Promise<void> {
  const earlier = listIn((await store.documents.get(openedTipsters))?.value)?.ids ?? [];
  const ids = [id, ...earlier.filter((other) => other !== id)].slice(0, maxOpenedProfiles);
  await store.documents.put(documentOf(openedTipsters, { ids }, undefined, now()));
}

function publicOf(tipster: Tipster): Tipster {
  const { id, firstName, lastName, former, picture, country } = tipster;
  const { createdAt, isTipster, followers, record, tips } = tipster;
  const formerFlag = former === undefined ? {} : { former };
  const named = { id, firstName, lastName, ...formerFlag, picture, country };
  return { ...named, ...contactOf(tipster), createdAt, isTipster, followers, record, tips };
}

/** The contact details of a tipster, which only members may see. */
function contactOf({ phoneNumber, state, address }: Tipster): Omit<ContactRow, 'tipsterId'> {
  return {
    ...(phoneNumber && { phoneNumber }),
    ...(state && { state }),
    ...(address && { address }),
  };
}

function withoutContact(whole: Tipster): Tipster {
  const { phoneNumber: _p, state: _s, address: _a, ...tipster } = whole;
  return { ...tipster, tips: tipster.tips.map(publicTip) };
}

/** Makes the address of a tipster's picture absolute, since the API may be on another host. */
function withPicture(api: Api, tipster: Tipster): Tipster {
  const tips = tipster.tips.map((tip) => withAuthorPicture(api, tip));
  return { ...withAddress(api, tipster), tips };
}

async function storeContacts(
  { memberStore }: PublicParts,
  tipsters: readonly Tipster[],
): Promise<void> {
  if (!memberStore) return;
  const contacts = tipsters.map((tipster) => ({ tipsterId: tipster.id, ...contactOf(tipster) }));
  const agreed = contacts.filter((contact) => Object.keys(contact).length > 1);
  await memberStore.transaction('rw', memberStore.contacts, async () => {
    await memberStore.contacts.bulkDelete(tipsters.map(({ id }) => id));
    await memberStore.contacts.bulkPut(agreed);
  });
}
