import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ownTips } from '#contract/tips.ts';

import {
  isLiveSession,
  readMemberWithRow,
  sessionColumns,
  type AuthenticatedMember,
} from '../auth/sessions.ts';
import { createPreparedQuery } from '../db/database.ts';
import { tipsterRecords } from '../db/record-tables.ts';
import { fixtures, legs, members, sessions, tips } from '../db/schema.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import { displayNameColumns } from '../members/names.ts';
import { createLruCache } from '../platform/lru-cache.ts';
import type { Services } from '../services.ts';
import { toAuthor, toListedTip, toTipsterFields } from './presenter.ts';
import { authorColumns, readTipsById } from './queries.ts';
import {
  buildListedTipJson,
  toJsonMembers,
  cachedJsonSeparator,
  type CachedGame,
  toCachedGame,
} from './cached-json.ts';

/** Separators between the tips of a page, and between tips and games. */
const tipSeparator = '\u0002';
const gamesSeparator = '\u0003';

const placeholder = sql.placeholder;
const toSqlChar = (mark: string) => sql.raw(`chr(${mark.charCodeAt(0)})`);

/** Selects the newest tips of a session's member as cached JSON, and their games. */
const newestTips = sql<string>`(
  with page as materialized (
    select id, version, booked_at, stake, copied_from, wire, created_at
    from ${tips}
    where owner_id = ${placeholder('memberId')} and withdrawn_at is null
    order by created_at desc, id desc
    limit ${placeholder('limit')}
  ), game as (
    select * from ${fixtures}
    where id in (select fixture_id from page join ${legs} on tip_id = page.id)
  )
  select concat(
    (select string_agg(
        concat_ws(${toSqlChar(cachedJsonSeparator)}, id, version, case when booked_at is null then 0 else 1 end,
          stake, coalesce(copied_from::text, ''), wire),
        ${toSqlChar(tipSeparator)} order by created_at desc, id desc)
      from page),
    ${toSqlChar(gamesSeparator)},
    (select string_agg(json_build_array(id, sport_key, home, away, kick_off, status, half_time_home,
        half_time_away, full_time_home, full_time_away)::text, ${toSqlChar(cachedJsonSeparator)})
      from game)))`;

const sessionAndTipsQuery = createPreparedQuery((database) =>
  database
    .select({ ...sessionColumns, ...displayNameColumns, ...authorColumns, page: newestTips })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .leftJoin(tipsterRecords, eq(tipsterRecords.memberId, members.id))
    .where(isLiveSession)
    .prepare('session_and_tips'),
);

type FirstPageRow = Awaited<ReturnType<ReturnType<typeof sessionAndTipsQuery>['execute']>>[number];

/** The first page of own tips, read together with the session of the request. */
const firstPageByRequest = new WeakMap<FastifyRequest, FirstPageRow>();

/** Reads the caller of a request for own tips, and the first page in the same statement. */
export async function readMemberWithOwnTips(
  services: Services,
  token: string,
  request: FastifyRequest,
): Promise<AuthenticatedMember | null> {
  // An invalid query is refused later, after the session was checked.
  const { data: query } = z.safeParse(ownTips.query, request.query);
  const isFirst = query !== undefined && query.before === undefined;
  const limit = isFirst ? query.limit : 0;
  const found = await readMemberWithRow(services, token, async (claims) => {
    const [row] = await sessionAndTipsQuery(services.database).execute({ ...claims, limit });
    return row;
  });
  if (found && isFirst) firstPageByRequest.set(request, found.row);
  return found?.member ?? null;
}

/** Returns JSON and ids of the first own page; undefined if the session was read without it. */
export async function buildOwnPage(
  { database }: Services,
  member: AuthenticatedMember,
  request: FastifyRequest,
): Promise<{ json: string; ids: string[] } | undefined> {
  const row = firstPageByRequest.get(request);
  if (!row) return undefined;
  const [stored = '', gamesText = ''] = row.page.split(gamesSeparator);
  const games = parseCachedGames(gamesText);
  const author = { ...toTipsterFields({ ...row, ownerId: member.id }), author: toAuthor(row) };
  const tipster = toJsonMembers(author);
  const listed = stored.split(tipSeparator).flatMap((text) => {
    const [id, version, isBooked, stake, copiedFrom, ...parts] = text.split(cachedJsonSeparator);
    if (!id) return [];
    const own = {
      id,
      ownerId: member.id,
      version: Number(version),
      isBooked: isBooked === '1',
      stake: Number(stake),
      copiedFrom: copiedFrom || null,
    };
    return [{ id, json: buildListedTipJson(parts, { row: own, viewer: member, games, tipster }) }];
  });

  const without = listed.flatMap(({ id, json }) => (json === undefined ? [id] : []));
  const presented = new Map(
    (await readTipsById(database, without)).map((tip) => [tip.id, toListedTip(tip, member)]),
  );
  // A tip that was withdrawn meanwhile is omitted.
  const jsons = listed.map(({ id, json }) => json ?? JSON.stringify(presented.get(id)) ?? '');
  return {
    json: `[${jsons.filter((json) => json !== '').join()}]`,
    ids: listed.map(({ id }) => id),
  };
}

type GameValues = [
  id: string,
  sportKey: string,
  home: string,
  away: string,
  kickOff: string,
  fixtureStatus: FixtureRow['status'],
  halfTimeHome: number | null,
  halfTimeAway: number | null,
  fullTimeHome: number | null,
  fullTimeAway: number | null,
];

/** Caches the JSON of recently used games, by the text from the database. */
const gameCache = createLruCache<[id: string, game: CachedGame]>(2_000);

function parseCachedGames(text: string): Map<string, CachedGame> {
  if (text === '') return new Map();
  return new Map(
    text.split(cachedJsonSeparator).map((values) => {
      const presented = gameCache.get(values) ?? parseCachedGame(values);
      gameCache.set(values, presented);
      return presented;
    }),
  );
}

function parseCachedGame(values: string): [id: string, game: CachedGame] {
  const read: GameValues = JSON.parse(values);
  const [id, sportKey, home, away, kickOff, fixtureStatus, ...goals] = read;
  const [halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway] = goals;
  const score = { halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal: null };
  const game = { sportKey, home, away, kickOff: new Date(kickOff), fixtureStatus, ...score };
  return [JSON.stringify(id), toCachedGame(game)];
}
