import * as z from 'zod/mini';
import { Fixture, League, openFixtures, stats } from '#contract/fixtures.ts';
import { listTipsters, oneTipster, Tipster } from '#contract/members.ts';
import { defaultLeague } from '#contract/leagues.ts';
import { ticketListLimit } from '#contract/limits.ts';
import { oneTip, recentTips, Ticket } from '#contract/tickets.ts';
import type { Answer, Api } from './api.ts';
import { type BackendKind, ForeignTicket, ForeignTipster, listOf } from './backend.ts';
import { dropUnlisted } from './listed-tickets.ts';
import type { MemberStore } from './member-store.ts';
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

/** Which page of the feed: the newest, the one after a tip, or the tips on a fixture. */
export type FeedQuery = { before?: string; fixtureId?: string };

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

/** The name of the document that lists tipsters of a category, best first as the server has them. */
function tipstersDocument(category: number): string {
  return category === 0 ? 'tipsters' : `tipsters:${category}`;
}

/** Tipsters whose average odds are at least `category`; 0 for all. */
export async function refreshTipsters(parts: PublicParts, category = 0): Promise<Freshness> {
  const { api, store, memberId = '', now } = parts;
  const name = tipstersDocument(category);
  const kept = await store.documents.get(name);
  // What one member may see is not what the next one may: phone numbers come only to members.
  const etag = readerOf(kept) === memberId ? kept?.etag : undefined;
  const query = { category };
  const foreign = parts.backend() === 'foreign';
  const answer = foreign
    ? await api.callAs(listTipsters, listOf(z.unknown()), { query })
    : await api.callAs(listTipsters, UnreadList, { query, etag });
  if (answer.kind !== 'ok') return shortOf(answer);
  const list = readList(answer.reply, foreign ? ForeignTipster : Tipster);
  if (!list) return 'failed';

  const tipsters = list.rows
    .filter(({ isTipster }: Tipster) => isTipster)
    .map((tipster: Tipster) => withPicture(api, tipster));
  await keepPhones(parts, tipsters);
  await store.transaction('rw', store.tipsters, store.documents, async () => {
    if (category === 0) await store.tipsters.clear();
    await store.tipsters.bulkPut(tipsters.map(withoutPhone));
    const value = { ids: tipsters.map(({ id }) => id), reader: memberId };
    const etag = list.whole ? answer.etag : undefined;
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

/** The newest tips of everybody, an older page of them, or those on one fixture. */
export async function refreshFeed(
  parts: PublicParts,
  { before, fixtureId }: FeedQuery = {},
): Promise<Freshness> {
  const { api, store, now } = parts;
  const newest = before === undefined && fixtureId === undefined;
  const kept = newest ? await store.documents.get('feed') : undefined;
  const query = {
    limit: ticketListLimit,
    ...(before !== undefined && { before }),
    ...(fixtureId !== undefined && { fixtureId }),
  };
  const answer = await api.callAs(recentTips, UnreadList, { query, etag: kept?.etag });
  if (answer.kind !== 'ok') return shortOf(answer);
  const list = readList(answer.reply, Ticket);
  if (!list) return 'failed';

  await store.transaction('rw', store.tips, store.documents, async () => {
    await dropUnlisted(store.tips, { list, limit: ticketListLimit, before, fixtureId });
    await store.tips.bulkPut(list.rows.map(publicTip));
    if (!newest) return;
    await dropOverflow(store);
    const etag = list.whole ? answer.etag : undefined;
    await store.documents.put(documentOf('feed', null, etag, now()));
  });
  return 'fresh';
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

function readerOf(document: DocumentRow | undefined): unknown {
  const { value } = document ?? {};
  return typeof value === 'object' && value && 'reader' in value ? value.reader : undefined;
}

function documentOf(
  name: string,
  value: unknown,
  etag: string | undefined,
  fetchedAt: number,
): DocumentRow {
  return { name, value, fetchedAt, ...(etag !== undefined && { etag }) };
}

function shortOf(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): Freshness {
  if (answer.kind === 'unchanged') return 'unchanged';
  return isUnauthorised(answer) ? 'unauthorised' : 'failed';
}
