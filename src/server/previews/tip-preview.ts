import type { Tip } from '#contract/tips.ts';
import { parseGameName } from '#domain/fixture.ts';
import { quoteOf, totalQuoteOf } from '#domain/odds/quote.ts';
import { headlineText } from '#domain/tip-headline.ts';

import { englishPreviewTextFormatter, type PreviewTextFormatter } from './language.ts';
import type { Preview } from './preview.ts';
import type { TipPicture } from './tip-picture.ts';

/** Creates the preview of a tip. The picture is in English: the typeface has only Latin letters. */
export function createTipPreview(tip: Tip, language: PreviewTextFormatter): Preview {
  const { translate, pickWords, gameText, quoteText, isolateText } = language;
  const picks = tip.options.map((leg) => {
    const quote = quoteOf(leg);
    const odds = quote ? ` @ ${isolateText(quoteText(quote))}` : '';
    const text = `${pickWords(leg)}${odds}`;
    return translate('{label}: {text}', { label: gameText(leg.game), text });
  });
  const rule = `${isolateText('18+')} · ${translate('Play responsibly')}`;
  return {
    title: headlineText(tip, formatTipsterName(tip, language), language),
    description: [...picks, rule].join(' · '),
    picture: createTipPicture(tip),
  };
}

function createTipPicture(tip: Tip): TipPicture {
  const language = englishPreviewTextFormatter;
  const { outcome, author, options } = tip;
  const total = totalQuoteOf(tip);
  const record = author?.yield !== undefined && {
    share: language.yieldText(author.yield),
    tickets: author.priced ?? author.settled,
  };
  return {
    kind: 'slip',
    legs: options.map((leg) => {
      const quote = quoteOf(leg);
      const teams = parseGameName(leg.game);
      return {
        pick: language.pickWords(leg),
        game: language.gameText(leg.game),
        // With a single leg these odds equal the total, which the picture shows anyway.
        odds: quote && options.length > 1 ? language.quoteText(quote) : '',
        teams: teams ? [teams.home, teams.away] : [],
      };
    }),
    footer: [options.length === 1 ? '1 game' : `${options.length} games`, formatFirstKickOff(tip)],
    odds: total ? language.quoteText(total) : '',
    tipster: formatTipsterName(tip, language),
    record: record ? `${record.share} of ${record.tickets} tickets` : '',
    ...(author?.picture && { avatar: author.picture }),
    ...(tip.IsGameSuccessful && outcome !== 'open' && { outcome }),
  };
}

/** Formats the first kick-off in UTC, as the reader's time zone is unknown. */
function formatFirstKickOff({ expiryTime }: Tip): string {
  return `${kickOffFormat.format(new Date(expiryTime))} UTC`;
}

const kickOffFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

function formatTipsterName(
  { tipsterName, former }: Tip,
  { translate }: PreviewTextFormatter,
): string {
  if (former) return translate('Former member');
  return tipsterName.trim() || translate('Tipster');
}
