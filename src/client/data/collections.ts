import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { Pool, PoolTable } from '#contract/pools.ts';
import type { CompetitionTable, FullRecord, LeaguePage } from '#contract/records.ts';
import type { NoticeTexts, NotificationPreference } from '#sync/notification-preference.ts';
import type { CheckSummary } from '#sync/record-check.ts';
import * as names from '#sync/refresh/document-names.ts';
import { parseStoredList } from '#sync/refresh/stored-list.ts';
import type { CheckedEvent, RewriteEvidence } from '#sync/refresh/proof.ts';
import { useDevice } from './device/device.tsx';
import { useKeyedQuery } from './keyed-query.ts';
import type { PushChoices } from './push/push.ts';

/** A fetched value and the time of the fetch by this device's clock. */
export type StoredDocument<Value> = { value: Value; fetchedAt: number };

/** A kind of stored document: its database, its name and its parser. */
type Collection<Params extends readonly unknown[], Value> = {
  scope: 'public' | 'member';
  nameOf: (...params: Params) => string;
  /** Returns undefined if the document is missing or was stored by a build with another shape. */
  parse: (value: unknown) => Value | undefined;
};

/** All kinds of stored documents. A first screen imports this file, so it has no zod schemas. */
export const collections = {
  /** The time of the newest price, and the kick-off up to which the stored games are complete. */
  fixtures: createPublicCollection(
    () => names.fixturesDocument,
    createFieldParser<FixturesMetadata>(),
  ),
  fixture: createPublicCollection(
    names.fixtureDocument,
    createFieldParser<Fixture>('id', 'sportKey', 'home', 'away', 'kickOff', 'status'),
  ),
  /** Counts of open tips. */
  stats: createPublicCollection(
    () => names.statsDocument,
    createFieldParser<TipStats>('activeTips', 'tipsByFixture'),
  ),
  /** A tipster's record. */
  record: createPublicCollection(
    names.recordDocument,
    createFieldParser<FullRecord>('windows', 'byLeague', 'byGroup', 'months'),
  ),
  /** The ranking of a month, by default the current one. */
  competition: createPublicCollection(
    (month?: string) => names.competitionDocument(month),
    createFieldParser<CompetitionTable>('month', 'months', 'minimum', 'rows'),
  ),
  /** A league's fixtures, results and best tipsters of the month. */
  leaguePage: createPublicCollection(
    names.leagueDocument,
    createFieldParser<LeaguePage>('month', 'minimum', 'fixtures', 'results', 'rows'),
  ),
  /** The events in the history of a tip that this device verified. */
  history: createPublicCollection(names.historyDocument, parseHistory),
  /** Evidence that the server's log contradicts an earlier state seen by this device. */
  proof: createPublicCollection(
    () => names.proofDocument,
    createFieldParser<{ kept: unknown; rewritten: RewriteEvidence | undefined }>(
      'kept',
      'rewritten',
    ),
  ),
  /** The result of the last check of each tipster's record on this phone. */
  recordChecks: createPublicCollection(
    () => names.recordChecksDocument,
    createFieldParser<{ checks: Record<string, CheckSummary | undefined> }>('checks'),
  ),
  /** These documents are lists of ids, in the server's order. */
  feed: createPublicCollection(
    (filters: names.FeedFilters) => names.feedDocument(names.feedSearchKey(filters)),
    parseStoredList,
  ),
  tipsters: createPublicCollection(
    (category?: number) => names.tipstersDocument(category ?? 0),
    parseStoredList,
  ),
  fixtureTips: createPublicCollection(names.fixtureTipsDocument, parseStoredList),
  tipsterTips: createPublicCollection(names.tipsterTipsDocument, parseStoredList),
  followedTips: createMemberCollection(() => names.followedTipsDocument, parseStoredList),
  pools: createMemberCollection(
    () => names.poolsDocument,
    createFieldParser<{ pools: Pool[] }>('pools'),
  ),
  pool: createMemberCollection(
    names.poolDocument,
    createFieldParser<PoolTable>('name', 'from', 'until', 'ownerId', 'minimum', 'rows'),
  ),
  push: createMemberCollection(
    () => names.pushDocument,
    createFieldParser<PushChoices>('publicKey', 'here', 'kinds', 'quiet', 'tipsters'),
  ),
  pushWords: createMemberCollection(
    () => names.pushWordsDocument,
    createFieldParser<NoticeTexts>('lang', 'news'),
  ),
  preference: createMemberCollection(
    () => names.notificationPreferenceDocument,
    createFieldParser<NotificationPreference>('lang', 'sent', 'needsYou'),
  ),
};

/** `pricedAt`: the time of the newest price. `until`: all games up to this kick-off are stored. */
type FixturesMetadata = { pricedAt?: string | null; until?: string };

/** Counts of open tips. */
export type TipStats = { activeTips: number; tipsByFixture: Readonly<Record<string, number>> };

function createPublicCollection<Params extends readonly unknown[], Value>(
  nameOf: (...params: Params) => string,
  parse: (value: unknown) => Value | undefined,
): Collection<Params, Value> {
  return { scope: 'public', nameOf, parse };
}

/** Creates a collection in the member's own database. */
export function createMemberCollection<Params extends readonly unknown[], Value>(
  nameOf: (...params: Params) => string,
  parse: (value: unknown) => Value | undefined,
): Collection<Params, Value> {
  return { scope: 'member', nameOf, parse };
}

/** Creates a parser that accepts objects with all of these fields. */
function createFieldParser<Value>(...fields: readonly (keyof Value)[]) {
  const isOne = (value: unknown): value is Value =>
    typeof value === 'object' && value !== null && fields.every((field) => field in value);
  return (value: unknown) => (isOne(value) ? value : undefined);
}

const parseWithEvents = createFieldParser<{ events: CheckedEvent[] }>('events');
const parseWithContent = createFieldParser<CheckedEvent>('content');

function parseHistory(value: unknown): { events: CheckedEvent[] } | undefined {
  const history = parseWithEvents(value);
  const isWhole = Array.isArray(history?.events) && history.events.every(parseWithContent);
  return isWhole ? history : undefined;
}

/**
 * A stored document and its fetch time; undefined until it was read, null if it is missing or
 * invalid.
 */
export function useStoredDocument<Params extends readonly unknown[], Value>(
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
