import type { PoolRow, PoolTable } from '#contract/pools.ts';
import { competitionRow } from './records.ts';
import { memberId } from './samples.ts';

/** A row of a pool's table, for one member. */
export function poolRow(values: Partial<PoolRow> = {}): PoolRow {
  return { ...competitionRow(), joinedAt: '2026-11-02T10:00:00.000Z', ...values };
}

/** A pool's table for November as its member sees it; by default the owner is the only member. */
export function aPoolTable(values: Partial<PoolTable> = {}): PoolTable {
  const rows = values.rows ?? [poolRow({ tipsterId: values.ownerId ?? memberId })];
  return {
    id: '0195a000-0000-7000-8000-000000000901',
    name: 'Friday five',
    from: '2026-11-01',
    until: '2026-11-30',
    ownerId: memberId,
    owner: 'Ada Obi',
    members: rows.length,
    minimum: 5,
    ...values,
    rows,
  };
}
