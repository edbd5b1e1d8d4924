import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { noticeKinds, pushedNoticeKinds } from '#domain/notice.ts';
import { tipOutcomes } from '#domain/tip.ts';

import { moment } from './columns.ts';
import { fixtures, members, memberReference, sessions, tips } from './schema.ts';

/**
 * Events of tips about which members are notified, visible from `at` on. The recipients of an event
 * are computed when a member reads their notices.
 */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey().defaultRandom(),
    at: moment().notNull(),
    kind: text({ enum: noticeKinds }).notNull(),
    tipId: uuid()
      .notNull()
      .references(() => tips.id, { onDelete: 'cascade' }),
    /** The owner of the tip. */
    tipsterId: uuid()
      .notNull()
      .references(() => members.id),
    /** The outcome of the tip at the time of the notice. */
    outcome: text({ enum: tipOutcomes }).notNull(),
    /** The only recipient, for notices that concern one member; null for all other notices. */
    memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
    /** The game that the notice is about, for notices to one member. */
    fixtureId: text().references(() => fixtures.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('notices_tipster').on(t.tipsterId, t.at, t.id),
    index('notices_at').on(t.at),
    uniqueIndex('notices_kick_off')
      .on(t.tipId)
      .where(sql`kind = 'kick-off'`),
    index('notices_settled')
      .on(t.tipId)
      .where(sql`kind = 'settled'`),
    uniqueIndex('notices_member')
      .on(t.memberId, t.at, t.fixtureId)
      .where(sql`member_id is not null`),
  ],
);

/** A member's read position and push settings. */
export const noticeChoices = pgTable(
  'notice_choices',
  {
    memberId: memberReference().primaryKey(),
    readUntil: moment(),
    kinds: text({ enum: pushedNoticeKinds })
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Begin of quiet hours as a minute of the day, like `quietUntil`; null without quiet hours. */
    quietFrom: smallint(),
    quietUntil: smallint(),
    zone: text().notNull().default('UTC'),
  },
  (t) => [
    check(
      'notice_choices_quiet',
      sql`(${t.quietFrom} is null) = (${t.quietUntil} is null)
        and ${t.quietFrom} between 0 and 1439 and ${t.quietUntil} between 0 and 1439`,
    ),
  ],
);

/** A browser's push subscription; deleted with its session. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: memberReference(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    index('push_subscriptions_member').on(t.memberId),
    index('push_subscriptions_session').on(t.sessionId),
  ],
);
