import sharp from 'sharp';

import { resolvePoolPeriod } from '#domain/pool.ts';
import { dayMs } from '#domain/durations.ts';

import { insertInBatches, type Transaction } from '../db/database.ts';
import { poolMembers, pools } from '../db/pool-tables.ts';
import { audit, follows, legs, members, pictures, tips } from '../db/schema.ts';
import { createFollowEvent } from '../members/follow.ts';
import { toSearchName } from '../members/names.ts';
import { type Picture, encodePicture } from '../members/pictures.ts';
import { changeCountedTips } from '../records/record-update.ts';
import type { DemoMatch, DemoRecording, DemoTimeShift } from './recording.ts';
import { toDemoTip } from './tips.ts';

type MemberSeed = {
  recording: DemoRecording;
  shift: DemoTimeShift;
  matches: readonly DemoMatch[];
  passwordHash: string;
  now: Date;
};

/** Inserts the demo members with their follows, tips and pool. */
export async function insertDemoMembers(
  tx: Transaction,
  { recording, shift, matches, passwordHash, now }: MemberSeed,
): Promise<void> {
  const memberIds = recording.members.map(({ id }) => id);
  const demoTips = recording.tips.map((tip) => toDemoTip(tip, { memberIds, matches, shift }));
  // A member's cursor counts follows and tips in the order in which they are inserted.
  const cursors = new Map<string, number>();
  const nextCursor = (memberId: string) => {
    const next = (cursors.get(memberId) ?? 0) + 1;
    cursors.set(memberId, next);
    return next;
  };
  const followRows = recording.follows.map(({ member, tipster, changedAt }) => {
    const [memberId = '', tipsterId = ''] = [memberIds[member], memberIds[tipster]];
    const cursor = nextCursor(memberId);
    return { memberId, tipsterId, following: true, changedAt: shift(changedAt), cursor };
  });
  const tipRows = demoTips.map(({ tip }) => ({ ...tip, cursor: nextCursor(tip.ownerId) }));
  // A member with a picture sees the home page after the login, without one the profile form.
  const picture = await createDemoPicture();
  const memberRows = recording.members.map(({ createdAt, ...profile }, index) => {
    const joinedAt = shift(createdAt);
    return {
      ...profile,
      passwordHash,
      userName: profile.firstName,
      searchName: toSearchName({ ...profile, userName: '' }),
      createdAt: joinedAt,
      emailVerifiedAt: joinedAt,
      ageConfirmedAt: joinedAt,
      pictureHash: index === 0 ? picture.hash : null,
      cursor: cursors.get(profile.id) ?? 0,
    };
  });

  await tx
    .insert(pictures)
    .values({ ...picture, createdAt: now })
    .onConflictDoNothing();
  await tx.insert(members).values(memberRows);
  await insertInBatches(followRows, (batch) => tx.insert(follows).values(batch));
  const followEvents = followRows.map(({ memberId, tipsterId, following, changedAt: at }) =>
    createFollowEvent(memberId, [tipsterId], { following, at }),
  );
  await insertInBatches(followEvents, (batch) => tx.insert(audit).values(batch));
  const tipIds = tipRows.map(({ id }) => id);
  await changeCountedTips(tx, tipIds, async () => {
    await insertInBatches(tipRows, (batch) => tx.insert(tips).values(batch));
    const legRows = demoTips.flatMap((tip) => tip.legs);
    await insertInBatches(legRows, (batch) => tx.insert(legs).values(batch));
  });
  await savePool(tx, recording, shift, now);
  await insertAuditEvents(
    tx,
    demoTips.flatMap(({ events }) => events),
  );
}

/** Inserts a pool of the demo member and the first tipsters, over the whole season. */
async function savePool(
  tx: Transaction,
  { pool, members: recorded }: DemoRecording,
  shift: DemoTimeShift,
  now: Date,
): Promise<void> {
  const players = recorded.slice(1, 8);
  const createdAt = shift(pool.createdAt);
  const row = {
    ...pool,
    ownerId: players[0]?.id ?? '',
    ...resolvePoolPeriod('season', now),
    createdAt,
  };
  await tx.insert(pools).values(row);
  await tx.insert(poolMembers).values(
    players.map(({ id }, index) => ({
      poolId: pool.id,
      memberId: id,
      joinedAt: new Date(createdAt.getTime() + index * dayMs),
    })),
  );
}

/** Inserts audit events ordered by time. */
async function insertAuditEvents(
  tx: Transaction,
  unsorted: readonly (typeof audit.$inferInsert)[],
): Promise<void> {
  const events = unsorted.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  await insertInBatches(events, (batch) => tx.insert(audit).values(batch));
}

const pictureSidePixels = 256;
const yellow = [0xff, 0xd2, 0x1f];
const orange = [0xd8, 0x53, 0x1f];

/** Draws an assistant referee's flag as a profile picture: four fields in two colours. */
async function createDemoPicture(): Promise<Picture> {
  const pixels = Buffer.alloc(pictureSidePixels * pictureSidePixels * 3);
  for (let location = 0; location < pictureSidePixels * pictureSidePixels; location += 1) {
    const isLeftHalf = location % pictureSidePixels < pictureSidePixels / 2;
    const isUpper = location < (pictureSidePixels * pictureSidePixels) / 2;
    pixels.set(isLeftHalf === isUpper ? orange : yellow, location * 3);
  }
  const raw = { width: pictureSidePixels, height: pictureSidePixels, channels: 3 } as const;
  return encodePicture(await sharp(pixels, { raw }).png().toBuffer());
}
