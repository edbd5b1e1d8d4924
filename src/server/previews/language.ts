import { shortName } from '#domain/clubs/clubs.ts';
import { teamsOf } from '#domain/fixture.ts';
import { type PickLanguage, pickMessages, pickText } from '#domain/pick-text.ts';
import type { Quote } from '#domain/quote.ts';
import { turningLetters } from '#domain/text-direction.ts';
import { headlineMessages, type HeadlineLanguage } from '#domain/tip-headline.ts';

import { inEnglish, type Translate } from '../catalogues.ts';

/** Every sentence of the app that a preview says in its reader's language. */
export const previewMessages = [
  ...pickMessages,
  ...headlineMessages,
  'Former member',
  'Tipster',
  'Play responsibly',
] as const;

/** The words and figures of a preview in one language, as the app's screens have them. */
export type PreviewLanguage = HeadlineLanguage & {
  translate: (message: (typeof previewMessages)[number], values?: Record<string, string>) => string;
  /** A game with its clubs' short names: "Fulham – Nottm Forest". */
  gameText: (game: string) => string;
};

/** A language by its code, with its translations. */
export function previewLanguage(code: string, translate: Translate): PreviewLanguage {
  const isRtl = new Intl.Locale(code).maximize().script === 'Arab';
  const twoPlaces = new Intl.NumberFormat(code, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const signedShare = new Intl.NumberFormat(code, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const whole = new Intl.NumberFormat(code);
  const isolated = (text: string) =>
    isRtl || turningLetters.test(text) ? `\u2068${text}\u2069` : text;
  const picks: PickLanguage = {
    translate,
    formatNumber: (figure) => whole.format(figure),
    clubName: (team) => isolated(shortName(team)),
  };

  return {
    translate,
    clubName: shortName,
    isolated,
    countText: (count) => whole.format(count),
    quoteText: ({ odd, isEstimate }: Quote) => `${isEstimate ? '≈ ' : ''}${twoPlaces.format(odd)}`,
    yieldText: (share) => signedShare.format(share).replace('-', '−'),
    pickWords: (leg) => pickText(leg, picks),
    gameText(game) {
      const teams = teamsOf(game);
      if (!teams) return isolated(game);
      return `${isolated(shortName(teams.home))} – ${isolated(shortName(teams.away))}`;
    },
  };
}

/** English, which a preview is in where nobody asks for a language. */
export const previewEnglish = previewLanguage('en', inEnglish);
