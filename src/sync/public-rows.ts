import * as z from 'zod/mini';
import { Fixture, League, openFixtures, stats } from '#contract/fixtures.ts';
import { listTipsters, oneTipster, Tipster } from '#contract/members.ts';
import { defaultLeague } from '#contract/leagues.ts';
import { ticketListLimit } from '#contract/limits.ts';
import { oneTip, recentTips, Ticket } from '#contract/tickets.ts';
import type { Answer, Api } from './api.ts';
import { type BackendKind, ForeignTicket, ForeignTipster, listOf } from './backend.ts';
import {
  feedDocument,
  type FeedFilters,
  feedSearchDocument,
  feedSearchKey,
  tipstersDocument,
} from './document-names.ts';
import { dropUnlisted } from './listed-tickets.ts';
import type { MemberStore } from './member-store.ts';
import { nextPageOf } from './next-page.ts';
import type { DocumentRow, FixtureRow, LeagueRow, PublicStore } from './public-store.ts';
import { type Freshness, isGone, isUnauthorised } from './pull.ts';
import { readList } from './unreadable.ts';

/** What bringing public rows up to date needs; the member's store keeps what only they may see. */
export type PublicParts = {
  api: Api;
  store: PublicStore;
  memberId?: string | undefined;
  memberStore?: MemberStore | undefined;
  backend: () => BackendKind;
  now: () => number;
};

/** Which page of the feed: the newest, the one after a tip, those on a fixture, or those found. */
export type FeedQuery = FeedFilters & { before?: string; fixtureId?: string };

/** Leagues as the list shows them: the first one pinned, the others in the order they came. */
export function leagueRows(leagues: readonly League[]): LeagueRow[] {
  const pinned = leagues.filter(({ key }) => key === defaultLeague);
  const others = leagues.filter(({ key }) => key !== defaultLeague);
  return [...pinned, ...others].map((league, position) => ({ ...league, position }));
}

/** A fixture as it is stored. */
export function fixtureRow(fixture: Fixture): FixtureRow {
  return { ...fixture, kickOffAt: Date.parse(fixture.kickOff) };
}

// One row that this build cannot read must not hide the others, so rows are read one by one.
const UnreadList = z.array(z.unknown());
const UnreadFixtures = z.extend(openFixtures.reply, { leagues: UnreadList, fixtures: UnreadList });

/** Leagues with all their open fixtures. */
export async function refreshFixtures({ api, store, now }: PublicParts): Promise<Freshness> {
  const kept = await store.documents.get('fixtures');
  const answer = await api.callAs(openFixtures, UnreadFixtures, { etag: kept?.etag });
  if (answer.kind !== 'ok') return shortOf(answer);

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
    await store.documents.put(documentOf('fixtures', { pricedAt }, etag, now()));
  });
  return 'fresh';
}

/** How many tips stand; a backend that does not count them has no such document. */
export async function refreshStats({ api, store, now }: PublicParts): Promise<Freshness> {
  const kept = await store.documents.get('stats');
  const answer = await api.call(stats, { etag: kept?.etag });
  if (answer.kind !== 'ok') return shortOf(answer);
  await store.documents.put(documentOf('stats', answer.reply, answer.etag, now()));
  return 'fresh';
}

/** Tipsters whose average odds are at least `category`, 0 for all; the first of them, or a later page. */
export async function refreshTipsters(
  parts: PublicParts,
  category = 0,
  before?: string,
): Promise<Freshness> {
  const { api, store, memberId = '', now } = parts;
  const name = tipstersDocument(category);
  const kept = await store.documents.get(name);
  // What one member may see is not what the next one may: phone numbers come only to members.
  const known = readerOf(kept) === memberId ? kept?.etag : undefined;
  const query = { category, ...(before !== undefined && { before }) };
  const foreign = parts.backend() === 'foreign';
  const answer = foreign
    ? await api.callAs(listTipsters, listOf(z.unknown()), { query: { category } })
    : await api.callAs(listTipsters, UnreadList, {
        query,
        etag: before === undefined ? known : undefined,
      });
  if (answer.kind !== 'ok') return shortOf(answer);
  const list = readList(answer.reply, foreign ? ForeignTipster : Tipster);
  if (!list) return 'failed';

  const next = foreign ? null : nextPageOf(answer);
  const tipsters = list.rows
    .filter(({ isTipster }: Tipster) => isTipster)
    .map((tipster: Tipster) => withPicture(api, tipster));
  await keepPhones(parts, tipsters);
  await store.transaction('rw', store.tipsters, store.documents, async () => {
    const listed = tipsters.map(({ id }) => id);
    const earlier = before === undefined ? [] : listedIn(await store.documents.get(name));
    const ids = [...new Set([...earlier, ...listed])];
    // Who is on none of the pages is gone; until the last one was read nobody knows who that is.
    if (category === 0 && next === null) await store.tipsters.where('id').noneOf(ids).delete();
    await store.tipsters.bulkPut(tipsters.map(withoutPhone));
    const value = { ids, next, reader: memberId };
    const first = list.whole ? answer.etag : undefined;
    // A later page leaves the first one, whose tag it is, as it was.
    const etag = before === undefined ? first : known;
    await store.documents.put(documentOf(name, value, etag, now()));
  });
  return 'fresh';
}

/** One tipster, who may be in no list that was read. */
export async function refreshTipster(parts: PublicParts, id: string): Promise<Freshness> {
  const { api, store, backend } = parts;
  const params = { id };
  const answer =
    backend() === 'foreign'
      ? await api.callAs(oneTipster, ForeignTipster, { params })
      : await api.call(oneTipster, { params });
  if (isGone(answer)) {
    await Promise.all([store.tipsters.delete(id), parts.memberStore?.phones.delete(id)]);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return shortOf(answer);
  const { reply } = answer;
  await keepPhones(parts, [reply]);
  await store.tipsters.put(withoutPhone(publicOf(withPicture(api, reply))));
  return 'fresh';
}

/** The newest tips of everybody, an older page of them, those on one fixture, or those found. */
export async function refreshFeed(parts: PublicParts, wanted: FeedQuery = {}): Promise<Freshness> {
  const { api, store, backend, now } = parts;
  // The spec knows no such list.
  if (backend() === 'foreign') return 'failed';
  const { before, fixtureId } = wanted;
  const key = feedSearchKey(wanted);
  const name = fixtureId !== undefined ? undefined : key === '' ? feedDocument : feedSearchDocument;
  const kept = name === feedDocument ? await store.documents.get(name) : undefined;
  const etag = before === undefined ? kept?.etag : undefined;
  const answer = await api.callAs(recentTips, UnreadList, { query: feedQueryOf(wanted), etag });
  if (answer.kind === 'unchanged') {
    await store.documents.update(feedDocument, { fetchedAt: now() });
    return 'unchanged';
  }
  if (answer.kind !== 'ok') return shortOf(answer);
  const list = readList(answer.reply, Ticket);
  if (!list) return 'failed';

  await store.transaction('rw', store.tips, store.documents, async () => {
    const limit = ticketListLimit;
    // A search leaves out what it does not look for; what is not in such a list is not gone.
    if (key === '') await dropUnlisted(store.tips, { list, limit, before, fixtureId });
    await store.tips.bulkPut(list.rows.map(publicTip));
    if (name === undefined) return;
    const next = nextPageOf(answer);
    const row = await store.documents.get(name);
    if (name === feedSearchDocument) {
      const ids = list.rows.map(({ id }) => id);
      const value = { key, next, ids: before === undefined ? ids : [...foundBy(row, key), ...ids] };
      await store.documents.put(documentOf(name, value, undefined, now()));
    } else if (before !== undefined) {
      // An older page says nothing about how fresh the newest one is.
      if (row) await store.documents.put({ ...row, value: { next } });
    } else {
      await dropOverflow(store);
      const etag = list.whole ? answer.etag : undefined;
      await store.documents.put(documentOf(name, { next }, etag, now()));
    }
  });
  return 'fresh';
}

function feedQueryOf({ before, fixtureId, search, minOdds, stars, open }: FeedQuery) {
  return {
    limit: ticketListLimit,
    ...(before !== undefined && { before }),
    ...(fixtureId !== undefined && { fixtureId }),
    ...(search && { search }),
    ...(minOdds && { minOdds }),
    ...(stars && { stars }),
    ...(open && { open }),
  };
}

/** One tip of anybody. */
export async function refreshTip(
  { api, store, backend }: PublicParts,
  id: string,
): Promise<Freshness> {
  const params = { id };
  const answer =
    backend() === 'foreign'
      ? await api.callAs(oneTip, ForeignTicket, { params })
      : await api.call(oneTip, { params });
  if (isGone(answer)) {
    await store.tips.delete(id);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return shortOf(answer);
  await store.tips.put(publicTip(answer.reply));
  return 'fresh';
}

/** How many tips of the feed a device keeps. */
const mostTips = 500;

async function dropOverflow({ tips }: PublicStore): Promise<void> {
  const tooMany = (await tips.count()) - mostTips;
  if (tooMany <= 0) return;
  await tips.bulkDelete(await tips.orderBy('creationTime').limit(tooMany).primaryKeys());
}

/** What belongs to a tip's owner alone never enters the public database. */
function publicTip({ IsBooked: _b, stake: _s, copiedFrom: _c, ...tip }: Ticket): Ticket {
  return tip;
}

function publicOf(tipster: Tipster): Tipster {
  const { id, firstName, lastName, picture, country, state, address, phoneNumber } = tipster;
  const { createdAt, isTipster, followers, record, tips } = tipster;
  const named = { id, firstName, lastName, picture, country, state, address };
  const phone = phoneNumber === undefined ? {} : { phoneNumber };
  return { ...named, ...phone, createdAt, isTipster, followers, record, tips };
}

function withoutPhone({ phoneNumber: _, ...tipster }: Tipster): Tipster {
  return { ...tipster, tips: tipster.tips.map(publicTip) };
}

/** A picture's address is looked up by pages, which may lie on another host than the API. */
function withPicture(api: Api, tipster: Tipster): Tipster {
  const { picture } = tipster;
  return picture === null ? tipster : { ...tipster, picture: api.addressOf(picture) };
}

async function keepPhones(
  { memberStore }: PublicParts,
  tipsters: readonly Tipster[],
): Promise<void> {
  if (!memberStore) return;
  const agreed = tipsters.flatMap(({ id, phoneNumber }) =>
    phoneNumber ? [{ tipsterId: id, phoneNumber }] : [],
  );
  const withdrawn = tipsters.filter(({ phoneNumber }) => !phoneNumber).map(({ id }) => id);
  await memberStore.transaction('rw', memberStore.phones, async () => {
    await memberStore.phones.bulkDelete(withdrawn);
    await memberStore.phones.bulkPut(agreed);
  });
}

/** The ids a list's document holds, in the list's order. */
function listedIn(document: DocumentRow | undefined): string[] {
  const { value } = document ?? {};
  if (typeof value !== 'object' || value === null || !('ids' in value)) return [];
  return Array.isArray(value.ids) ? value.ids.filter((id) => typeof id === 'string') : [];
}

/** What the same search has found on its earlier pages. */
function foundBy(document: DocumentRow | undefined, key: string): string[] {
  const { value } = document ?? {};
  const same = typeof value === 'object' && value && 'key' in value && value.key === key;
  return same ? listedIn(document) : [];
}

function readerOf(document: DocumentRow | undefined): unknown {
  const { value } = document ?? {};
  return typeof value === 'object' && value && 'reader' in value ? value.reader : undefined;
}

export function documentOf(
  name: string,
  value: unknown,
  etag: string | undefined,
  fetchedAt: number,
): DocumentRow {
  return { name, value, fetchedAt, ...(etag !== undefined && { etag }) };
}

export function shortOf(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): Freshness {
  if (answer.kind === 'unchanged') return 'unchanged';
  return isUnauthorised(answer) ? 'unauthorised' : 'failed';
}
