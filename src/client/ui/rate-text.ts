import { percentText } from './formats.ts';

/**
 * How much of what was decided was won, or a dash before the first. It is worked out from the counts:
 * a rate that was rounded on its way here would be rounded twice, and 6 of 11 be 54.6 %.
 */
export function rateText({ won, lost }: { won: number; lost: number }): string {
  const decided = won + lost;
  return decided === 0 ? '–' : percentText((100 * won) / decided);
}
