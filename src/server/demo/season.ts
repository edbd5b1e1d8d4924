import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, inArray, lte, min } from 'drizzle-orm';

import { gameSearchText } from '#domain/clubs/clubs.ts';
import { gameName } from '#domain/fixture.ts';

import { hashPassword } from '../auth/passwords.ts';
import { type Database, tryLock, type Transaction, transaction } from '../db/database.ts';
import { poolMembers, pools } from '../db/pool-tables.ts';
import { audit, fixtures, follows, leagues, legs, members, pictures, tips } from '../db/schema.ts';
import { leagueKeyed } from '../fixtures/leagues.ts';
import { goalsOf } from '../fixtures/presenter.ts';
import { day, hour } from '../fixtures/queries.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../platform/settings.ts';
import { followEvent } from '../members/follow.ts';
import { changeCountedTips } from '../records/update.ts';
import { renewTips, resultOf } from '../seasons/import.ts';
import { matchLength } from '../seasons/season.ts';
import { demoLeagues, type DemoMatch, demoMatches, withGamesNow } from './schedule.ts';
import { chanceFrom, feedOfDemo, scoreOfDemo, scoreOfDemoAfter } from './match-odds.ts';
import { demoHistory, eventsOfDemo } from './history.ts';
import type { DemoTip } from './tips.ts';
import {
  demoAdministrator,
  demoFollows,
  demoMember,
  demoMembers,
  demoPassword,
  demoPicture,
  demoPool,
} from './members.ts';
import { locks } from '../db/locks.ts';

export type Login = { role: 'member' | 'administrator'; email: string; password: string };

type Tools = { clock: () => Date; hashPassword: (password: string) => Promise<string> };

/** Marks the fixtures of the demo season. */
const source = 'demo';
const pastDays = 70;
const futureDays = 23;

/**
 * Fills a database without members with the demo season and returns its logins; undefined if there
 * is a member already. The content depends on the date only.
 */
export async function seedDemoSeason(
  database: Database,
  { clock, hashPassword }: Tools,
): Promise<Login[] | undefined> {
  if (!(await isEmpty(database))) return undefined;
  const passwordHash = await hashPassword(demoPassword);
  return transaction(database, async (tx) => {
    // Of servers that start together one seeds, and the others do not wait for it.
    if (!(await tryLock(tx, locks.demoSeason)) || !(await isEmpty(tx))) return undefined;

    const now = clock();
    const matches = withGamesNow(matchesAround(now), now);
    await saveLeagues(tx);
    await saveMatches(tx, matches, now);
    await saveMembers(tx, passwordHash, matches, now);
    return [
      { role: 'member', email: demoMember.email, password: demoPassword },
      { role: 'administrator', email: demoAdministrator.email, password: demoPassword },
    ];
  });
}

/** Continues a demo season: updates scores and adds rounds. Does nothing without a demo. */
export async function continueDemoSeason(database: Database, now: Date): Promise<void> {
  await transaction(database, async (tx) => {
    if (!(await tryLock(tx, locks.demoSeason))) return;
    const [oldest] = await tx
      .select({ kickOff: min(fixtures.kickOff) })
      .from(fixtures)
      .where(eq(fixtures.source, source));
    if (!oldest?.kickOff) return;

    const started = await tx
      .select()
      .from(fixtures)
      .where(
        and(
          eq(fixtures.source, source),
          inArray(fixtures.status, ['scheduled', 'in-play']),
          lte(fixtures.kickOff, now),
        ),
      )
      .orderBy(fixtures.id)
      // Posting a tip locks its fixtures in this order, too.
      .for('no key update');
    const known = new Map(matchesAround(now, oldest.kickOff).map((match) => [match.id, match]));
    const results: string[] = [];
    for (const row of started) {
      const match = known.get(row.id);
      if (!match) continue;
      const result = resultAt({ ...match, kickOff: row.kickOff }, now);
      if (isEqual(row, result)) continue;
      results.push(row.id);
      await tx.update(fixtures).set(result).where(eq(fixtures.id, row.id));
      await tx.insert(audit).values({
        at: now,
        action: 'fixture.result',
        subject: `fixture:${row.id}`,
        before: resultOf(row),
        after: resultOf(result),
        reason: 'Demo season',
      });
    }
    await saveMatches(tx, matchesAround(now), now);
    await renewTips(tx, { moved: [], results });
  });
}

function isEqual(row: typeof fixtures.$inferSelect, result: ReturnType<typeof resultAt>): boolean {
  const { updatedAt, ...facts } = result;
  return isDeepStrictEqual({ ...row, ...facts }, row);
}

async function isEmpty(database: Database | Transaction): Promise<boolean> {
  const [counted] = await database.select({ members: count() }).from(members);
  return counted?.members === 0;
}

function matchesAround(now: Date, from = new Date(now.getTime() - pastDays * day)): DemoMatch[] {
  return demoMatches(from, new Date(now.getTime() + futureDays * day));
}

/** A league that a real season was imported into keeps its name. */
async function saveLeagues(tx: Transaction): Promise<void> {
  const rows = demoLeagues.flatMap(({ key }) => {
    const league = leagueKeyed(key);
    if (!league) return [];
    return [{ key, title: league.title, group: league.group, details: `${league.details} (demo)` }];
  });
  await tx.insert(leagues).values(rows).onConflictDoNothing();
}

/** Inserts games; existing ones stay unchanged. */
async function saveMatches(
  tx: Transaction,
  matches: readonly DemoMatch[],
  now: Date,
): Promise<void> {
  const rows = matches.map((match) => {
    const { prices, otherPrices } = feedOfDemo(match);
    return {
      id: match.id,
      sportKey: match.sportKey,
      source,
      round: `Matchday ${match.round}`,
      home: match.home,
      away: match.away,
      searchName: gameSearchText(gameName(match.home, match.away)),
      kickOff: match.kickOff,
      priceHome: prices.home.toFixed(2),
      priceDraw: prices.draw.toFixed(2),
      priceAway: prices.away.toFixed(2),
      otherPrices,
      pricedAt: new Date(Math.min(now.getTime(), match.kickOff.getTime() - 6 * hour)),
      ...resultAt(match, now),
    };
  });
  await tx.insert(fixtures).values(rows).onConflictDoNothing();
}

/** The current result of a game: the score so far while it is in play, nothing before. */
function resultAt(match: DemoMatch, now: Date) {
  const minutes = (now.getTime() - match.kickOff.getTime()) / 60_000;
  if (minutes < 0) return { status: 'scheduled' as const, ...goalsOf(undefined), updatedAt: now };
  const isOver = minutes * 60_000 >= matchLength;
  const score = isOver ? scoreOfDemo(match) : scoreOfDemoAfter(match, minutes);
  return {
    status: isOver ? ('played' as const) : ('in-play' as const),
    ...goalsOf(score),
    updatedAt: now,
  };
}

async function saveMembers(
  tx: Transaction,
  passwordHash: string,
  matches: readonly DemoMatch[],
  now: Date,
): Promise<void> {
  const chance = chanceFrom(`people ${now.toISOString().slice(0, 10)}`);
  const memberRows = demoMembers(passwordHash, now, chance);
  const followed = demoFollows(memberRows, now, chance);
  const demoTips = demoHistory(memberRows, matches, now, chance);

  // A member's cursor covers follows and tips in the order they are written.
  const counters = new Map<string, number>();
  const nextOf = (memberId: string) => {
    const next = (counters.get(memberId) ?? 0) + 1;
    counters.set(memberId, next);
    return next;
  };
  const followRows = followed.map((row) => ({ ...row, cursor: nextOf(row.memberId) }));
  const tipRows = demoTips.map(({ tip }) => ({ ...tip, cursor: nextOf(tip.ownerId) }));
  // A member with a picture gets the home page after the login, not the profile form.
  const picture = await demoPicture();
  const administrator = { ...memberRows.administrator, pictureHash: picture.hash };
  const rows = [administrator, memberRows.member.row, ...memberRows.tipsters.map(({ row }) => row)];

  await tx
    .insert(pictures)
    .values({ ...picture, createdAt: now })
    .onConflictDoNothing();
  await tx
    .insert(members)
    .values(rows.map((row) => ({ ...row, cursor: counters.get(row.id) ?? 0 })));
  await tx.insert(follows).values(followRows);
  await tx
    .insert(audit)
    .values(
      followRows.map(({ memberId, tipsterId, following, changedAt: at }) =>
        followEvent(memberId, [tipsterId], { following, at }),
      ),
    );
  const tipIds = tipRows.map(({ id }) => id);
  await changeCountedTips(tx, tipIds, async () => {
    await tx.insert(tips).values(tipRows);
    await tx.insert(legs).values(demoTips.flatMap((tip) => tip.legs));
  });
  const { pool, members: players } = demoPool(memberRows, now, chance);
  await tx.insert(pools).values(pool);
  await tx.insert(poolMembers).values(players);
  await auditDemo(tx, demoTips, matches);
}

/** Each row is chained by itself, and every statement must be short. */
const batchSize = 100;

/** Inserts the demo's audit events in the order of their time. */
async function auditDemo(
  tx: Transaction,
  demoTips: readonly DemoTip[],
  matches: readonly DemoMatch[],
): Promise<void> {
  const known = new Map(matches.map((match) => [match.id, match]));
  const events = demoTips
    .flatMap((tip) => eventsOfDemo(tip, known))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (let from = 0; from < events.length; from += batchSize) {
    await tx.insert(audit).values(events.slice(from, from + batchSize));
  }
}

/** True if this server has a demo season. */
export function hasDemo({ demo, environment }: Settings): boolean {
  return demo && environment !== 'production';
}

/**
 * Fills an empty database with the demo season and prints its logins; continues it on later starts.
 */
export async function prepareDemoSeason(
  { settings, database, clock }: Omit<Services, 'limits'>,
  report: (line: string) => void,
): Promise<void> {
  if (!hasDemo(settings)) return undefined;
  const logins = await seedDemoSeason(database, { clock, hashPassword });
  if (!logins) return continueDemoSeason(database, clock());

  report('The database was empty, so it holds a demo season now: real clubs, made-up results.');
  for (const { role, email, password } of logins)
    report(`Log in as ${role}: ${email} / ${password}`);
  return undefined;
}
