import { inArray } from 'drizzle-orm';
import sharp from 'sharp';

import type { Database } from '#server/db/database.ts';
import { fixtures, follows, legs, members, pictures, tips } from '#server/db/schema.ts';

import { differences } from './differences.ts';
import { figuresOf } from './due.ts';
import { correctionShown, type Due, type MemberDue, type TipDue } from './rows-due.ts';
import { numberOf } from './options.ts';
import { type GameResult, scored } from './results.ts';

/** Reports a difference; the subject is an id. */
export type DifferenceReporter = (subject: string, what: string) => void;

/** Compares the expected state with the database, field by field. */
export async function judgeStored(
  database: Database,
  due: Due,
  reportDifference: DifferenceReporter,
): Promise<void> {
  const ids = [...due.members.keys()];
  if (ids.length === 0) return;
  const stored = await database.select().from(tips).where(inArray(tips.ownerId, ids));
  const ofTips = stored.map(({ id }) => id);
  const allLegs = await database.select().from(legs).where(inArray(legs.tipId, ofTips));
  compareAll(
    due.tips,
    new Map(
      stored.map((tip) => {
        const own = allLegs.filter(({ tipId }) => tipId === tip.id);
        return [tip.id, tipStored(tip, own)];
      }),
    ),
    (tip) => tipRowDue(tip, due),
    reportDifference,
  );
  const followed = await database.select().from(follows).where(inArray(follows.memberId, ids));
  compareFollows(
    due.follows,
    followed.map((row) => [`${row.memberId} ${row.tipsterId}`, row.following] as const),
    reportDifference,
  );
  const rows = await database.select().from(members).where(inArray(members.id, ids));
  for (const row of rows) {
    const member = due.members.get(row.id);
    if (!member) continue;
    const found = {
      ...row,
      timeOutFrom: row.timeOutFrom?.getTime(),
      timeOutUntil: row.timeOutUntil?.getTime(),
    };
    for (const what of differences(memberRowDue(member, due.timed), found))
      reportDifference(row.id, what);
    await judgePicture(database, member, row, reportDifference);
  }
}

/** Compares each expected value with the stored one; no other value may be stored. */
export function compareAll<Value, Found>(
  due: ReadonlyMap<string, Value>,
  found: ReadonlyMap<string, Found>,
  rowDue: (value: Value) => unknown,
  reportDifference: DifferenceReporter,
): void {
  for (const [id, value] of due) {
    const row = found.get(id);
    if (row === undefined) reportDifference(id, 'is missing');
    else for (const what of differences(rowDue(value), row)) reportDifference(id, what);
  }
  for (const id of found.keys())
    if (!due.has(id)) reportDifference(id, 'is there, and nobody asked for it');
}

/** Compares follows; the row of an ended follow may be missing. */
export function compareFollows(
  due: ReadonlyMap<string, boolean>,
  rows: readonly (readonly [pair: string, following: boolean])[],
  reportDifference: DifferenceReporter,
): void {
  const isFollowed = ([, following]: readonly [string, boolean]) => following;
  const found = new Map(rows.filter(isFollowed));
  compareAll(new Map([...due].filter(isFollowed)), found, () => true, reportDifference);
}

type StoredTip = typeof tips.$inferSelect;
type StoredLeg = typeof legs.$inferSelect;

function tipStored(tip: StoredTip, own: readonly StoredLeg[]) {
  const inOrder = own.toSorted((one, other) => one.position - other.position);
  return {
    ...tip,
    booked: tip.bookedAt !== null,
    confirmed: tip.confirmedAt !== null,
    withdrawn: tip.withdrawnAt !== null,
    totalOdds: Number(tip.totalOdds),
    recordOdds: Number(tip.recordOdds),
    legs: inOrder.map((leg) => ({
      ...leg,
      odd: Number(leg.odd),
      kickOffOdd: Number(leg.kickOffOdd),
      isByTheRules: leg.fact !== null,
      decided: leg.decidedAt !== null && leg.decidedBy !== null,
    })),
  };
}

function tipRowDue(tip: TipDue, due: Pick<Due, 'timed'>): unknown {
  const { ownerId, stake, analysis, copiedFrom = null, booked, withdrawn } = tip;
  const confirmed = tip.confirmed !== undefined;
  const { won, lost, outcome, totalOdds } = figuresOf(tip.legs);
  const atKickOff = tip.legs.map(({ kickOffOdd, result }) => ({ odd: kickOffOdd, result }));
  return {
    ownerId,
    stake,
    analysis,
    copiedFrom,
    booked,
    confirmed,
    withdrawn,
    legsWon: won,
    legsLost: lost,
    outcome,
    totalOdds,
    recordOdds: figuresOf(atKickOff).totalOdds,
    legs: tip.legs.map((leg) => ({
      fixtureId: leg.fixtureId,
      odd: leg.odd,
      kickOffOdd: leg.kickOffOdd,
      result: leg.result,
      isByTheRules: leg.isByTheRules,
      reason: leg.reason ?? null,
      corrected: correctionShown(leg, due) ?? null,
      oddsId: numberOf(leg.oddName),
      decided: leg.result !== 'pending',
      ...(leg.decision?.version !== undefined && {
        decidedBy: leg.decision.by,
        decidedVersion: leg.decision.version,
      }),
    })),
  };
}

function memberRowDue({ picture: _, timeOut, ...fields }: MemberDue, isTimed: boolean): unknown {
  return {
    ...fields,
    ...(isTimed && { timeOutFrom: timeOut?.from }),
    timeOutUntil: timeOut?.until,
    timeOutSpared: timeOut?.spared ?? [],
  };
}

/** Compares the results of all games, or of the named ones, with the database. */
export async function judgeGames(
  database: Database,
  results: ReadonlyMap<string, GameResult>,
  reportDifference: DifferenceReporter,
  ids?: readonly string[],
): Promise<void> {
  const which = ids && inArray(fixtures.id, [...ids]);
  for (const row of await database.select().from(fixtures).where(which)) {
    const result = results.get(row.id);
    for (const what of differences(gameRowDue(result), row)) reportDifference(row.id, what);
  }
}

function gameRowDue(result: GameResult | undefined): unknown {
  const played = scored(result);
  return {
    status: result?.status ?? 'scheduled',
    halfTimeHome: played?.halfTime?.[0] ?? null,
    halfTimeAway: played?.halfTime?.[1] ?? null,
    fullTimeHome: played?.fullTime[0] ?? null,
    fullTimeAway: played?.fullTime[1] ?? null,
    firstGoal: played?.firstGoal ?? null,
  };
}

/** A stored picture is re-encoded, so pictures are compared by their colour. */
async function judgePicture(
  database: Database,
  { picture }: MemberDue,
  { id, pictureHash }: typeof members.$inferSelect,
  reportDifference: DifferenceReporter,
): Promise<void> {
  if (picture === undefined) {
    if (pictureHash !== null) reportDifference(id, 'has a picture, and asked for none');
    return;
  }
  const [storedPicture] = await database
    .select()
    .from(pictures)
    .where(inArray(pictures.hash, [pictureHash ?? '']));
  if (!storedPicture) {
    reportDifference(id, 'picture is missing');
    return;
  }
  const [asked, found] = [await colourOf(picture), await colourOf(storedPicture.bytes)];
  const apart = asked.map((channel, index) => Math.abs(channel - (found[index] ?? 0)));
  if (Math.max(...apart) > 24)
    reportDifference(id, `picture is ${found.join()} for ${asked.join()}`);
}

async function colourOf(bytes: Uint8Array): Promise<number[]> {
  const { channels } = await sharp(bytes).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
}
