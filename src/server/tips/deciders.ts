import { inArray } from 'drizzle-orm';

import type { Tip } from '#contract/tips.ts';

import type { Queryable } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { displayNameColumns, toDisplayName } from '../members/names.ts';
import type { LegRow, TipRow } from './queries.ts';

/** Adds, for administrators, the author of each decision whose reason a person wrote. */
export async function addDeciderNames(
  database: Queryable,
  rows: readonly Pick<TipRow, 'legs'>[],
  tips: readonly Tip[],
): Promise<Tip[]> {
  const ids = new Set(rows.flatMap(({ legs }) => legs.flatMap((leg) => toDeciderId(leg) ?? [])));
  if (ids.size === 0) return [...tips];
  const deciders = await database
    .select({ id: members.id, ...displayNameColumns })
    .from(members)
    .where(inArray(members.id, [...ids]));
  const nameById = new Map(deciders.map(({ id, ...names }) => [id, toDisplayName(names)]));
  return tips.map((tip, index) => ({
    ...tip,
    options: tip.options.map((leg, position) => {
      const row = rows[index]?.legs[position];
      const name = row && nameById.get(toDeciderId(row) ?? '');
      return name === undefined ? leg : { ...leg, decidedBy: name };
    }),
  }));
}

function toDeciderId({ reason, decidedBy }: LegRow): string | null {
  return reason === null ? null : decidedBy;
}
