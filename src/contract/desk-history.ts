import * as z from 'zod/mini';

import { tipListLimit } from './limits.ts';
import { route } from './route.ts';
import { FixtureId, Id, Instant, pageSizeSchema } from './values.ts';

/** Audit actions of administrators on tips and games. */
export const adminActions: readonly string[] = [
  'leg.price',
  'leg.settle',
  'leg.correct',
  'tip.confirm',
  'tip.reopen',
  'tip.erase',
  'fixture.result',
];

/**
 * An audited change of a tip or fixture. `by` is absent for automatic changes; `game` is the game
 * of the leg or result; `option` is the option's name on the ticket ("1X2 - 1"); `before` and
 * `after` are the audited values.
 */
export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  by: z.optional(z.object({ id: Id, name: z.string() })),
  action: z.string(),
  tipId: z.optional(Id),
  fixtureId: z.optional(FixtureId),
  game: z.optional(z.string()),
  option: z.optional(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const HistoryFilters = {
  /** Entries of one tip, including its post and withdrawal. */
  tip: z.optional(Id),
  /** Entries of one administrator. */
  by: z.optional(Id),
  /** Entries of one fixture and of tickets that contain it. */
  fixture: z.optional(FixtureId),
  /** Inclusive start of the period. */
  from: z.optional(Instant),
  /** Exclusive end of the period. */
  until: z.optional(Instant),
};

/** Audited actions of administrators, newest first; the next page is in the `Link` header. */
export const deskHistory = route('GET', '/api/admin/history', {
  summary: 'What administrators did, and why',
  access: 'administrator',
  query: z.object({
    ...HistoryFilters,
    before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
    limit: pageSizeSchema(tipListLimit, tipListLimit),
  }),
  reply: z.array(AuditEntry),
});

/** All entries as CSV (RFC 4180), one line per entry; no cell starts a spreadsheet formula. */
export const deskHistoryFile = route('GET', '/api/admin/history.csv', {
  summary: 'What administrators did, as CSV',
  access: 'administrator',
  query: z.object(HistoryFilters),
  reply: z.string(),
});
