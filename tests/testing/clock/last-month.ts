import { monthOf } from '#domain/record.ts';

/** The previous month as `2026-11`; the demo season has results on all of its days. */
export function lastMonth(): string {
  const now = new Date();
  return monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)));
}
