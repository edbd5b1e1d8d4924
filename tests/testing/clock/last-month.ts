import { monthOf } from '#domain/record.ts';

/** The previous month, for which the demo season has a full table on every day. */
export function lastMonth(): string {
  const now = new Date();
  return monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)));
}
