import { i18n } from '@lingui/core';

// Months of records are months in UTC, whatever the day is where this device lies.
const inUtc = { timeZone: 'UTC' } as const;

/** A month such as "2026-11" in words, as in "November 2026". */
export function monthName(month: string): string {
  return i18n.date(startOf(month), { month: 'long', year: 'numeric', ...inUtc });
}

/** The same as short as it stays clear: "Nov 2026". */
export function shortMonthName(month: string): string {
  return i18n.date(startOf(month), { month: 'short', year: 'numeric', ...inUtc });
}

function startOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}
