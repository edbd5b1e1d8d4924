import { monthOf } from '#domain/record.ts';

/** The month before this one, of which the demo season has a whole table on every day. */
export function lastMonth(): string {
  const now = new Date();
  return monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)));
}
