import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { Pool, PoolTable } from '#contract/pools.ts';
import type { CompetitionTable, FullRecord, LeaguePage } from '#contract/records.ts';
import type { NoticeWords, NotificationPreference } from '#sync/notification-preference.ts';
import type { CheckSummary } from '#sync/record-check.ts';
import * as names from '#sync/refresh/document-names.ts';
import { listIn } from '#sync/refresh/list-value.ts';
import type { CheckedEvent, Rewritten } from '#sync/refresh/proof.ts';
import { useDevice } from './device/device.tsx';
import { useKeyedQuery } from './keyed-query.ts';
import type { PushChoices } from './push/push.ts';

/** A fetched value with the time of the fetch by this device's clock. */
export type StoredDocument<Value> = { value: Value; fetchedAt: number };

/** A kind of stored document: whose it is, its name, and its parser. */
type Collection<Params extends readonly unknown[], Value> = {
  scope: 'public' | 'member';
  nameOf: (...params: Params) => string;
  /** Returns undefined for a missing document and for one that another build has written. */
  parse: (value: unknown) => Value | undefined;
};

/** Documents by collection. Free of schemas, so that a first screen loads none. */
export const collections = {
  /** State of the list of games. */
  fixtures: publicCollection(() => names.fixturesDocument, withFields<FixturesState>()),
  fixture: publicCollection(
    names.fixtureDocument,
    withFields<Fixture>('id', 'sportKey', 'home', 'away', 'kickOff', 'status'),
  ),
  /** Counts of open tips. */
  stats: publicCollection(
    () => names.statsDocument,
    withFields<Stats>('activeTips', 'tipsByFixture'),
  ),
  /** A tipster's record. */
  record: publicCollection(
    names.recordDocument,
    withFields<FullRecord>('windows', 'byLeague', 'byGroup', 'months'),
  ),
  /** The table of a month, by default the current one. */
  competition: publicCollection(
    (month?: string) => names.competitionDocument(month),
    withFields<CompetitionTable>('month', 'months', 'minimum', 'rows'),
  ),
  /** A league's fixtures, results and tipsters of the month. */
  leaguePage: publicCollection(
    names.leagueDocument,
    withFields<LeaguePage>('month', 'minimum', 'fixtures', 'results', 'rows'),
  ),
  /** The history of a tip as this device verified it. */
  history: publicCollection(names.historyDocument, historyIn),
  /** Evidence that the server's log contradicts an earlier state seen by this device, if any. */
  proof: publicCollection(
    () => names.proofDocument,
    withFields<{ kept: unknown; rewritten: Rewritten | undefined }>('kept', 'rewritten'),
  ),
  /** The last checks of records on this phone, by tipster. */
  recordChecks: publicCollection(
    () => names.recordChecksDocument,
    withFields<{ checks: Record<string, CheckSummary | undefined> }>('checks'),
  ),
  /** Lists of ids, in the server's order. */
  feed: publicCollection(
    (filters: names.FeedFilters) => names.feedDocument(names.feedSearchKey(filters)),
    listIn,
  ),
  tipsters: publicCollection((category?: number) => names.tipstersDocument(category ?? 0), listIn),
  fixtureTips: publicCollection(names.fixtureTipsDocument, listIn),
  tipsterTips: publicCollection(names.tipsterTipsDocument, listIn),
  followedTips: memberCollection(() => names.followedDocument, listIn),
  pools: memberCollection(() => names.poolsDocument, withFields<{ pools: Pool[] }>('pools')),
  pool: memberCollection(
    names.poolDocument,
    withFields<PoolTable>('name', 'from', 'until', 'ownerId', 'minimum', 'rows'),
  ),
  push: memberCollection(
    () => names.pushDocument,
    withFields<PushChoices>('publicKey', 'here', 'kinds', 'quiet', 'tipsters'),
  ),
  pushWords: memberCollection(
    () => names.pushWordsDocument,
    withFields<NoticeWords>('lang', 'news'),
  ),
  preference: memberCollection(
    () => names.preferenceDocument,
    withFields<NotificationPreference>('lang', 'sent', 'needsYou'),
  ),
};

/** Time of the feed's prices, and the kick-off up to which games delivered with the page are complete. */
type FixturesState = { pricedAt?: string | null; until?: string };

/** Counts of open tips. */
export type Stats = { activeTips: number; tipsByFixture: Readonly<Record<string, number>> };

/** A collection of the public store. */
function publicCollection<Params extends readonly unknown[], Value>(
  nameOf: (...params: Params) => string,
  parse: (value: unknown) => Value | undefined,
): Collection<Params, Value> {
  return { scope: 'public', nameOf, parse };
}

/** A collection of the member's own store. */
export function memberCollection<Params extends readonly unknown[], Value>(
  nameOf: (...params: Params) => string,
  parse: (value: unknown) => Value | undefined,
): Collection<Params, Value> {
  return { scope: 'member', nameOf, parse };
}

/** A parser of objects that have these fields. */
function withFields<Value>(...fields: readonly (keyof Value)[]) {
  const isOne = (value: unknown): value is Value =>
    typeof value === 'object' && value !== null && fields.every((field) => field in value);
  return (value: unknown) => (isOne(value) ? value : undefined);
}

const withEvents = withFields<{ events: CheckedEvent[] }>('events');
const withContent = withFields<CheckedEvent>('content');

function historyIn(value: unknown): { events: CheckedEvent[] } | undefined {
  const history = withEvents(value);
  const isWhole = Array.isArray(history?.events) && history.events.every(withContent);
  return isWhole ? history : undefined;
}

/**
 * A stored document with its age; undefined until it was read, null if it was never stored or its
 * collection rejects it.
 */
export function useCollection<Params extends readonly unknown[], Value>(
  { scope, nameOf, parse }: Collection<Params, Value>,
  ...params: Params
): StoredDocument<Value> | null | undefined {
  const { publicStore, member } = useDevice();
  const store = scope === 'public' ? publicStore : member?.store;
  const name = nameOf(...params);
  const read = async () => {
    const row = await store?.documents.get(name);
    const value = parse(row?.value);
    return value === undefined ? null : { value, fetchedAt: row?.fetchedAt ?? 0 };
  };
  return useKeyedQuery(name, read, [store]);
}
