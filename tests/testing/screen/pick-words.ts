import { shortName } from '#domain/clubs/clubs.ts';
import { type PickTextFormatter, pickText } from '#domain/pick-text.ts';
import { createTranslator } from '#server/platform/translations.ts';

const english: PickTextFormatter = {
  translate: createTranslator('en'),
  formatNumber: String,
  clubName: shortName,
};

/** Returns the English name of a pick, such as "Fulham to win" for "1X2 - 1". */
export function englishPick(game: string, oddName: string): string {
  return pickText({ game, oddName }, english);
}
