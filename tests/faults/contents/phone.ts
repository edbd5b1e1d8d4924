import type { Profile, Tipster } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import type { FollowRow, TipRow } from '#sync/storage/member-store.ts';

import { differences } from './differences.ts';
import type { Due, TipDue } from './rows-due.ts';
import { type GamesSeen, profileSeen, type Reader, tipSeen, tipsterSeen } from './seen.ts';
import { compareAll, compareFollows, type DifferenceReporter } from './stored.ts';

/** All rows of a phone's logged-in member. */
export type PhoneRows = {
  memberId: string;
  own: { tips: readonly TipRow[]; follows: readonly FollowRow[]; profile: Profile | undefined };
  /** Lists of other members' tips; if `whole`, no tip may be missing. */
  lists: readonly { reader: Reader; tips: readonly Tip[]; whole: boolean }[];
  tipsters: readonly Tipster[];
};

/** Compares the expected state with a phone, field by field. */
export function judgePhone(
  due: Due,
  { memberId, own, lists, tipsters }: PhoneRows,
  games: GamesSeen,
  reportDifference: DifferenceReporter,
): void {
  const notWithdrawn = [...due.tips.values()].filter(({ withdrawn }) => !withdrawn);
  const compare = (tips: readonly TipDue[], rows: readonly Tip[], reader: Reader) =>
    compareAll(
      byId(tips),
      byId(rows),
      (tip) => tipSeen(tip, reader, games, due.timed),
      reportDifference,
    );

  compare(
    notWithdrawn.filter(({ ownerId }) => ownerId === memberId),
    own.tips,
    'owner',
  );
  for (const { id, IsBooked, booked } of own.tips) {
    if (booked !== Number(IsBooked))
      reportDifference(id, `stands as ${booked} in the list of bookings`);
  }
  const follows = own.follows.map(
    (row) => [`${memberId} ${row.tipsterId}`, row.following] as const,
  );
  const mine = [...due.follows].filter(([pair]) => pair.startsWith(memberId));
  compareFollows(new Map(mine), follows, reportDifference);
  const member = due.members.get(memberId);
  const profile = member && profileSeen(member);
  for (const what of differences(profile, own.profile)) reportDifference(memberId, what);

  for (const { reader, tips, whole } of lists) {
    const known = tips.filter(({ tipsterId }) => due.members.has(tipsterId));
    const ids = new Set(known.map(({ id }) => id));
    const isRead = ({ copiedFrom }: TipDue) => reader !== 'anybody' || copiedFrom === undefined;
    compare(
      notWithdrawn.filter((tip) => isRead(tip) && (whole || ids.has(tip.id))),
      known,
      reader,
    );
  }
  for (const row of tipsters) {
    const tipster = due.members.get(row.id);
    const followers = [...due.follows].filter(([pair, is]) => is && pair.endsWith(row.id)).length;
    const seen = tipster && tipsterSeen(tipster, followers, row);
    if (seen) for (const what of differences(seen, row)) reportDifference(row.id, what);
  }
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
