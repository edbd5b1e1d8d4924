/** Upper limit of a Retry-After, in milliseconds. */
export const maxRetryAfterMs = 60 * 60 * 1000;

/**
 * Parses Retry-After (seconds or a date) to milliseconds from now. A date is compared with the
 * response's `Date`, because the device's clock may be wrong.
 */
export function parseRetryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  // failpoint: retry-after-ignored
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxRetryAfterMs);

  // Requires a month's name, as in HTTP dates: Date.parse alone would accept "-5".
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const serverNow = Date.parse(headers.get('date') ?? '');
  const wait = at - (Number.isNaN(serverNow) ? now : serverNow);
  return Math.min(Math.max(wait, 0), maxRetryAfterMs);
}
