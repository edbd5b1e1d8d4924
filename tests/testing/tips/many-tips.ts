import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';

import { optionNamed } from '#domain/catalogue.ts';
import { audit, legs, members, tips } from '#server/db/schema.ts';
import { posted } from '#server/tips/events.ts';

import type { Member } from '../people/members.ts';
import type { Community, Game } from './tips.ts';

/** Inserts tickets of one leg on a game, as their posts would; returns their ids. */
export async function manyTips(
  { api, clock, tipster }: Community,
  { id: fixtureId, kickOff, home, away }: Game,
  { count, by = [tipster], odd = 0, oddName = '1X2 - 1', last = false }: Many,
): Promise<string[]> {
  const createdAt = new Date(Math.min(clock().getTime(), kickOff.getTime() - 1));
  const oddsId = optionNamed(oddName)?.oddsId ?? 0;
  const rows = Array.from({ length: count }, (_, index) => ({
    id: last ? `ffffffff${randomUUID().slice(8)}` : randomUUID(),
    ownerId: by[index % by.length]?.id ?? '',
    createdAt,
    expiresAt: kickOff,
    lastKickOff: kickOff,
    totalOdds: String(odd),
    recordOdds: String(odd),
    cursor: 0,
  }));
  const leg = { fixtureId, oddsId, odd: String(odd), kickOffOdd: String(odd), position: 0 };
  await api.database.transaction(async (tx) => {
    for (const { id } of by) {
      await tx.select().from(members).where(eq(members.id, id)).for('no key update');
    }
    await tx.insert(tips).values(rows);
    await tx.insert(legs).values(rows.map(({ id }) => ({ tipId: id, ...leg })));
    const game = { fixtureId, home, away, kickOff, oddsId, odd };
    const rest = { analysis: '', copiedFrom: null, stake: 0, legs: [game] };
    await tx.insert(audit).values(rows.map((row) => posted({ ...row, ...rest })));
  });
  return rows.map(({ id }) => id);
}

type Many = {
  count: number;
  by?: readonly Member[];
  odd?: number;
  oddName?: string;
  /** Sorted behind all others by id, the order in which they are processed. */
  last?: boolean;
};
