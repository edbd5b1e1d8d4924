import { parseGameName } from './fixture.ts';
import { type Quote, totalQuoteOf } from './odds/quote.ts';
import type { TipOutcome } from './tip.ts';

type HeadlineLeg = { readonly game: string; readonly oddName: string };

type HeadlineTip = {
  readonly options: readonly HeadlineLeg[];
  readonly totalOdds: number;
  readonly estimatedTotal?: number | undefined;
  readonly outcome: TipOutcome;
  readonly IsGameSuccessful: boolean;
  readonly copiedFrom?: string | undefined;
  readonly author?:
    | {
        readonly settled: number;
        readonly priced?: number | undefined;
        readonly yield?: number | undefined;
      }
    | undefined;
};

/** All English texts of a headline except its picks; they are the keys of their translations. */
export const headlineMessages = [
  '{first}, {second}',
  '{label}: {text}',
  '{picks} +{count} more',
  '{name}, {figure} of {tickets}',
  'Won',
  'Lost',
  'Void',
] as const;
export type HeadlineMessage = (typeof headlineMessages)[number];

/** Formats texts in one language, with short team names. */
export type HeadlineTextFormatter = {
  translate: (message: HeadlineMessage, values: Readonly<Record<string, string>>) => string;
  pickWords: (leg: HeadlineLeg) => string;
  clubName: (team: string) => string;
  quoteText: (quote: Quote) => string;
  yieldText: (share: number) => string;
  countText: (count: number) => string;
  /** Isolates the text direction of a name or number. */
  isolateText: (text: string) => string;
};

/**
 * A tip in one line, for sharing and link previews: "Chelsea to win @ 1.85 · Amara Okafor, +24% of
 * 34". The record is omitted without priced tickets. The text of a copy has only picks, because its
 * link opens the original with another tipster and other odds.
 */
export function headlineText(
  tip: HeadlineTip,
  tipster: string,
  language: HeadlineTextFormatter,
): string {
  const picks = picksLine(tip.options, language);
  if (tip.copiedFrom !== undefined) return picks;
  const quote = totalQuoteOf(tip);
  const priced = quote ? `${picks} @ ${language.isolateText(language.quoteText(quote))}` : picks;
  const text = `${priced} · ${tipsterText(tip, tipster, language)}`;
  if (!tip.IsGameSuccessful || tip.outcome === 'open') return text;
  const label = language.translate(results[tip.outcome], {});
  return language.translate('{label}: {text}', { label, text });
}

const results = { won: 'Won', lost: 'Lost', void: 'Void' } as const;

/** The first two picks and the number of further picks. */
export function picksLine(legs: readonly HeadlineLeg[], language: HeadlineTextFormatter): string {
  const [first = '', second] = legs.slice(0, 2).map((leg) => describePick(leg, language));
  if (second === undefined) return first;
  const picks = language.translate('{first}, {second}', { first, second });
  const more = legs.length - 2;
  if (more === 0) return picks;
  return language.translate('{picks} +{count} more', { picks, count: language.countText(more) });
}

/** A pick as text, with the game if no club is named: "Over 2.5 goals (Inter – Roma)". */
function describePick(leg: HeadlineLeg, language: HeadlineTextFormatter): string {
  const pick = language.pickWords(leg);
  const teams = parseGameName(leg.game);
  if (!teams) return `${pick} (${language.isolateText(leg.game)})`;
  const [home, away] = [language.clubName(teams.home), language.clubName(teams.away)];
  if (pick.includes(home) || pick.includes(away)) return pick;
  return `${pick} (${language.isolateText(home)} – ${language.isolateText(away)})`;
}

function tipsterText(
  { author }: HeadlineTip,
  tipster: string,
  language: HeadlineTextFormatter,
): string {
  const name = language.isolateText(tipster);
  if (author?.yield === undefined) return name;
  return language.translate('{name}, {figure} of {tickets}', {
    name,
    figure: language.isolateText(language.yieldText(author.yield)),
    tickets: language.countText(author.priced ?? author.settled),
  });
}
