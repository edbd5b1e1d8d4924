import { shortName } from '#domain/clubs/clubs.ts';
import { parseGameName } from '#domain/fixture.ts';
import { type PickTextFormatter, pickMessages, pickText } from '#domain/pick-text.ts';
import type { Quote } from '#domain/odds/quote.ts';
import { bidiCharacters } from '#domain/names/text-direction.ts';
import { headlineMessages, type HeadlineTextFormatter } from '#domain/tip-headline.ts';

import { createTranslator } from '../platform/translations.ts';

/** Last sentence of every preview that exists only in English. */
export const ageNotice = '18+ only. Please bet responsibly.';

/** Texts from the app's catalogues that previews use. */
export const previewMessages = [
  ...pickMessages,
  ...headlineMessages,
  'Former member',
  'Tipster',
  'Play responsibly',
] as const;

/** Formats texts and numbers of a preview in one language, as on the app's screens. */
export type PreviewTextFormatter = HeadlineTextFormatter & {
  translate: (message: (typeof previewMessages)[number], values?: Record<string, string>) => string;
  /** Formats a game with short club names, such as "Fulham – Nottm Forest". */
  gameText: (game: string) => string;
};

export function createPreviewTextFormatter(code: string): PreviewTextFormatter {
  const translate = createTranslator(code);
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
    isRtl || bidiCharacters.test(text) ? `\u2068${text}\u2069` : text;
  const picks: PickTextFormatter = {
    translate,
    formatNumber: (figure) => whole.format(figure),
    clubName: (team) => isolated(shortName(team)),
  };

  return {
    translate,
    clubName: shortName,
    isolateText: isolated,
    countText: (count) => whole.format(count),
    quoteText: ({ odd, isEstimate }: Quote) => `${isEstimate ? '≈ ' : ''}${twoPlaces.format(odd)}`,
    yieldText: (share) => signedShare.format(share).replace('-', '−'),
    pickWords: (leg) => pickText(leg, picks),
    gameText(game) {
      const teams = parseGameName(game);
      if (!teams) return isolated(game);
      return `${isolated(shortName(teams.home))} – ${isolated(shortName(teams.away))}`;
    },
  };
}

/** The English texts, for requests without a language. */
export const englishPreviewTextFormatter = createPreviewTextFormatter('en');
