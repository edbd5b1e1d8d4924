import { teamsOf } from './fixture.ts';
import { type Quote, totalQuoteOf } from './quote.ts';
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

/** The sentences of a headline beside its picks, in English, by which a catalogue translates them. */
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

/** One language, with names as short as a headline needs them. */
export type HeadlineLanguage = {
  translate: (message: HeadlineMessage, values: Readonly<Record<string, string>>) => string;
  pickWords: (leg: HeadlineLeg) => string;
  clubName: (team: string) => string;
  quoteText: (quote: Quote) => string;
  yieldText: (share: number) => string;
  countText: (count: number) => string;
  /** Keeps the direction of a name or figure from turning what stands beside it. */
  isolated: (text: string) => string;
};

/**
 * A tip in a line, for a shared text and for the preview of its link: "Chelsea to win @ 1.85 · Amara Okafor, +24% of
 * 34". Without a priced ticket its tipster has a name alone. The link of a copy leads to its original, which has
 * another tipster and other odds, so a copy names its picks alone. Two picks are named, and the others counted.
 */
export function headlineText(tip: HeadlineTip, tipster: string, words: HeadlineLanguage): string {
  const picks = picksLine(tip.options, words);
  if (tip.copiedFrom !== undefined) return picks;
  const quote = totalQuoteOf(tip);
  const priced = quote ? `${picks} @ ${words.isolated(words.quoteText(quote))}` : picks;
  const text = `${priced} · ${tipsterText(tip, tipster, words)}`;
  if (!tip.IsGameSuccessful || tip.outcome === 'open') return text;
  const label = words.translate(results[tip.outcome], {});
  return words.translate('{label}: {text}', { label, text });
}

const results = { won: 'Won', lost: 'Lost', void: 'Void' } as const;

/** The first two picks, and how many more there are. */
export function picksLine(legs: readonly HeadlineLeg[], words: HeadlineLanguage): string {
  const [first = '', second] = legs.slice(0, 2).map((leg) => namedPick(leg, words));
  if (second === undefined) return first;
  const picks = words.translate('{first}, {second}', { first, second });
  const more = legs.length - 2;
  if (more === 0) return picks;
  return words.translate('{picks} +{count} more', { picks, count: words.countText(more) });
}

/** A pick, with its game where its words name no club of it: "Over 2.5 goals (Inter – Roma)". */
function namedPick(leg: HeadlineLeg, words: HeadlineLanguage): string {
  const pick = words.pickWords(leg);
  const teams = teamsOf(leg.game);
  if (!teams) return `${pick} (${words.isolated(leg.game)})`;
  const [home, away] = [words.clubName(teams.home), words.clubName(teams.away)];
  if (pick.includes(home) || pick.includes(away)) return pick;
  return `${pick} (${words.isolated(home)} – ${words.isolated(away)})`;
}

function tipsterText({ author }: HeadlineTip, tipster: string, words: HeadlineLanguage): string {
  const name = words.isolated(tipster);
  if (author?.yield === undefined) return name;
  return words.translate('{name}, {figure} of {tickets}', {
    name,
    figure: words.isolated(words.yieldText(author.yield)),
    tickets: words.countText(author.priced ?? author.settled),
  });
}
