import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import { noticeKinds, pushedNoticeKinds } from '#domain/notice.ts';
import { tipOutcomes } from '#domain/tip.ts';

import { moment } from './columns.ts';
import { fixtures, members, ofMember, sessions, tips } from './schema.ts';

/**
 * What happened to a tip, once for everybody whom it concerns: who that is, is worked out when somebody
 * reads. Nobody is shown a notice before its `at`; `spreadAt` is when it was handed to the queue of pushes.
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
    /** Whose tip it is. */
    tipsterId: uuid()
      .notNull()
      .references(() => members.id),
    /** What the tip had come to. */
    outcome: text({ enum: tipOutcomes }).notNull(),
    spreadAt: moment(),
    /** The only reader of a notice that concerns nobody else. */
    memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
    /** The game of the tip that such a notice is about. */
    fixtureId: text().references(() => fixtures.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('notices_tipster').on(t.tipsterId, t.at, t.id),
    index('notices_at').on(t.at),
    index('notices_unspread')
      .on(t.at)
      .where(sql`spread_at is null`),
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

/** How far a member has read their notices, and which of them are pushed, when. */
export const noticeChoices = pgTable(
  'notice_choices',
  {
    memberId: ofMember().primaryKey(),
    readUntil: moment(),
    kinds: text({ enum: pushedNoticeKinds })
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Quiet hours in minutes of the day; null where there are none. */
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

/** A browser that takes pushes, for as long as the session lasts in which it asked for them. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: ofMember(),
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

/** Pushes to be sent. What was sent, or cannot be, is gone. */
export const pushes = pgTable(
  'pushes',
  {
    id: uuid().primaryKey().defaultRandom(),
    subscriptionId: uuid()
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    noticeId: uuid()
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    attempts: integer().notNull().default(0),
    nextAt: moment().notNull(),
    /** After this it tells nobody anything. */
    expiresAt: moment().notNull(),
  },
  (t) => [
    index('pushes_due').on(t.nextAt),
    uniqueIndex('pushes_once').on(t.noticeId, t.subscriptionId),
    index('pushes_subscription').on(t.subscriptionId),
  ],
);
