import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ownTips } from '#contract/tips.ts';

import { isLiveSession, memberAndRow, sessionColumns, type SignedIn } from '../auth/sessions.ts';
import { prepared } from '../db/database.ts';
import { tipsterRecords } from '../db/record-tables.ts';
import { fixtures, legs, members, sessions, tips } from '../db/schema.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import { named } from '../members/names.ts';
import { createRecentCache } from '../platform/recent-cache.ts';
import type { Services } from '../services.ts';
import { toAuthor, toListedTip, tipsterFacts } from './presenter.ts';
import { authorColumns, tipsById } from './queries.ts';
import { filled, inner, partSeparator, type CachedGame, toCachedGame } from './cached-json.ts';

/** Separators between the tips of a page, and between its tips and their games. */
const tipMark = '\u0002';
const gamesMark = '\u0003';

const value = sql.placeholder;
const asText = (mark: string) => sql.raw(`chr(${mark.charCodeAt(0)})`);

/** The newest tips of a session's member with their documents, and the games of all of them. */
const newestTips = sql<string>`(
  with page as materialized (
    select id, version, booked_at, stake, copied_from, wire, created_at
    from ${tips}
    where owner_id = ${value('memberId')} and withdrawn_at is null
    order by created_at desc, id desc
    limit ${value('limit')}
  ), game as (
    select * from ${fixtures}
    where id in (select fixture_id from page join ${legs} on tip_id = page.id)
  )
  select concat(
    (select string_agg(
        concat_ws(${asText(partSeparator)}, id, version, case when booked_at is null then 0 else 1 end,
          stake, coalesce(copied_from::text, ''), wire),
        ${asText(tipMark)} order by created_at desc, id desc)
      from page),
    ${asText(gamesMark)},
    (select string_agg(json_build_array(id, sport_key, home, away, kick_off, status, half_time_home,
        half_time_away, full_time_home, full_time_away)::text, ${asText(partSeparator)})
      from game)))`;

const sessionAndTips = prepared((database) =>
  database
    .select({ ...sessionColumns, ...named, ...authorColumns, page: newestTips })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .leftJoin(tipsterRecords, eq(tipsterRecords.memberId, members.id))
    .where(isLiveSession)
    .prepare('session_and_tips'),
);

type PageRow = Awaited<ReturnType<ReturnType<typeof sessionAndTips>['execute']>>[number];

/** The first page of own tips that was read together with the session of a request. */
const pages = new WeakMap<FastifyRequest, PageRow>();

/**
 * Finds the member of a request for their own tips; the first page is read by the same statement.
 */
export async function memberForOwnTips(
  services: Services,
  token: string,
  request: FastifyRequest,
): Promise<SignedIn | null> {
  // Errors of the query are reported after the session was checked.
  const { data: query } = z.safeParse(ownTips.query, request.query);
  const isFirst = query !== undefined && query.before === undefined;
  const limit = isFirst ? query.limit : 0;
  const found = await memberAndRow(services, token, async (claims) => {
    const [row] = await sessionAndTips(services.database).execute({ ...claims, limit });
    return row;
  });
  if (found && isFirst) pages.set(request, found.row);
  return found?.member ?? null;
}

/** Returns the first page of own tips if it was read with the session: its JSON and its ids. */
export async function ownPage(
  { database }: Services,
  member: SignedIn,
  request: FastifyRequest,
): Promise<{ json: string; ids: string[] } | undefined> {
  const row = pages.get(request);
  if (!row) return undefined;
  const [stored = '', gamesText = ''] = row.page.split(gamesMark);
  const games = gamesIn(gamesText);
  const author = { ...tipsterFacts({ ...row, ownerId: member.id }), author: toAuthor(row) };
  const tipster = inner(author);
  const listed = stored.split(tipMark).flatMap((text) => {
    const [id, version, isBooked, stake, copiedFrom, ...parts] = text.split(partSeparator);
    if (!id) return [];
    const own = {
      id,
      ownerId: member.id,
      version: Number(version),
      isBooked: isBooked === '1',
      stake: Number(stake),
      copiedFrom: copiedFrom || null,
    };
    return [{ id, json: filled(parts, { row: own, viewer: member, games, tipster }) }];
  });

  const without = listed.flatMap(({ id, json }) => (json === undefined ? [id] : []));
  const presented = new Map(
    (await tipsById(database, without)).map((tip) => [tip.id, toListedTip(tip, member)]),
  );
  // A tip that was withdrawn in between is in neither list.
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

/** JSON of recently presented games by the text it was made from, which determines it. */
const gameCache = createRecentCache<[id: string, game: CachedGame]>(2_000);

function gamesIn(text: string): Map<string, CachedGame> {
  if (text === '') return new Map();
  return new Map(
    text.split(partSeparator).map((values) => {
      const presented = gameCache.get(values) ?? presentGame(values);
      gameCache.set(values, presented);
      return presented;
    }),
  );
}

function presentGame(values: string): [id: string, game: CachedGame] {
  const read: GameValues = JSON.parse(values);
  const [id, sportKey, home, away, kickOff, fixtureStatus, ...goals] = read;
  const [halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway] = goals;
  const score = { halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal: null };
  const game = { sportKey, home, away, kickOff: new Date(kickOff), fixtureStatus, ...score };
  return [JSON.stringify(id), toCachedGame(game)];
}
