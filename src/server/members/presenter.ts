import type { Profile, Tipster, TipsterRecord } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';

import type { members } from '../db/schema.ts';
import { toDisplayName, toDisplayNames } from './names.ts';
import type { TipsterRow } from './queries.ts';

type MemberRow = Omit<typeof members.$inferSelect, 'passwordHash'>;

/** Converts a member's row to the profile that only this member sees. */
export function toProfile(row: MemberRow): Profile {
  return {
    id: row.id,
    email: row.email,
    userName: row.userName,
    firstName: row.firstName,
    lastName: row.lastName,
    ...(row.nameMark !== '' && { publicName: toDisplayName(row) }),
    country: row.country,
    phoneNumber: row.phoneNumber,
    state: row.state,
    address: row.address,
    showPhone: row.showPhone,
    picture: toPicturePath(row.pictureHash),
    isTipster: row.isTipster,
    emailVerified: row.emailVerifiedAt !== null,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    ...(row.unlistedUntil && { unlistedUntil: row.unlistedUntil.toISOString() }),
    ...(row.timeOutUntil && { timeOutUntil: row.timeOutUntil.toISOString() }),
  };
}

/** Converts a tipster for a viewer, who sees contact details only if the tipster shows them. */
export function toTipster(
  row: TipsterRow,
  tips: Tip[],
  viewer: { id: string } | undefined,
): Tipster {
  const { phoneNumber, state, address } = row;
  const showsContact = viewer && (row.showPhone || viewer.id === row.id);
  return {
    id: row.id,
    ...toDisplayNames(row),
    picture: toPicturePath(row.pictureHash),
    // failpoint: country-not-told
    country: row.country,
    ...(showsContact && { phoneNumber, state, address }),
    createdAt: row.createdAt.toISOString(),
    isTipster: row.isTipster,
    followers: row.followers,
    record: toTipsterRecord(row),
    tips,
  };
}

/** Returns the URL path of a picture; null if there is no picture. */
export function toPicturePath(hash: string | null): string | null {
  return hash && `/pictures/${hash}.webp`;
}

function toTipsterRecord({ settled, won, flatProfit, stars }: TipsterRow): TipsterRecord {
  return {
    settled,
    won,
    lost: settled - won,
    flatProfit,
    ...(stars !== null && { stars: Number(stars) }),
  };
}
