import { asc, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { audit } from '#server/db/schema.ts';

import type { GameResult } from '../../contents/results.ts';
import type { Ground, Scene } from './ground.ts';

/** An audit entry about a tip or a game of a race. */
export type AuditEntry = {
  id: number;
  tx: string;
  /** The id of the tip or the game. */
  about: string;
  /** True if the entry was written during the race. */
  isOfRace: boolean;
  actorId: string | null;
} & (
  | { is: 'price'; fixtureId: string; from: number; to: number }
  | { is: 'decision'; fixtureId: string; from: string; to: string; version: number | null }
  | { is: 'confirmation'; to: boolean }
  | { is: 'result'; to: GameResult | undefined }
);

const Priced = z.object({ fixtureId: z.string(), odd: z.number() });
const Decided = z.object({
  fixtureId: z.string(),
  result: z.string(),
  version: z.nullable(z.int()),
});
const Confirmed = z.object({ confirmedAt: z.nullable(z.string()) });
const Goals = z.nullable(z.number());
const Ended = z.object({
  status: z.string(),
  halfTimeHome: Goals,
  halfTimeAway: Goals,
  fullTimeHome: Goals,
  fullTimeAway: Goals,
});

/** Reads the audit entries of a race in order. */
export async function readAuditEntries(
  { database, now }: Ground,
  { games, tips }: Scene,
): Promise<AuditEntry[]> {
  const subjects = [
    ...tips.map(({ id }) => `tip:${id}`),
    ...games.map(({ id }) => `fixture:${id}`),
  ];
  const { id, at, subject, action, actorId, before, after } = audit;
  const rows = await database
    .select({ id, at, subject, action, actorId, before, after, tx: sql<string>`xmin::text` })
    .from(audit)
    .where(inArray(audit.subject, subjects))
    .orderBy(asc(audit.id));
  return rows.flatMap(
    ({ subject: about, at: when, action: what, before: from, after: to, ...row }) => {
      const isOfRace = when.getTime() === now().getTime();
      const entry = { ...row, about: about.split(':')[1] ?? '', isOfRace };
      switch (what) {
        case 'leg.price': {
          const { fixtureId, odd } = z.parse(Priced, to);
          return {
            ...entry,
            is: 'price' as const,
            fixtureId,
            from: z.parse(Priced, from).odd,
            to: odd,
          };
        }
        case 'leg.settle':
        case 'leg.correct': {
          const { fixtureId, result, version } = z.parse(Decided, to);
          const was = z.parse(Decided, from).result;
          return { ...entry, is: 'decision' as const, fixtureId, from: was, to: result, version };
        }
        case 'tip.confirm':
        case 'tip.reopen': {
          const { confirmedAt } = z.parse(Confirmed, to);
          return { ...entry, is: 'confirmation' as const, to: confirmedAt !== null };
        }
        case 'fixture.result':
          return { ...entry, is: 'result' as const, to: resultOf(z.parse(Ended, to)) };
        default:
          return [];
      }
    },
  );
}

function resultOf(row: z.infer<typeof Ended>): GameResult | undefined {
  const { status, halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway } = row;
  if (status === 'cancelled' || status === 'awarded') return { status };
  if (fullTimeHome === null || fullTimeAway === null) return undefined;
  const halfTime: [number, number] | undefined =
    halfTimeHome === null || halfTimeAway === null ? undefined : [halfTimeHome, halfTimeAway];
  return { status: 'played', halfTime, fullTime: [fullTimeHome, fullTimeAway] };
}
