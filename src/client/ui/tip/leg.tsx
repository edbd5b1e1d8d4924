import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Leg } from '#contract/tips.ts';
import { optionNamed } from '#domain/catalogue.ts';
import { goalsText } from '#domain/fixture.ts';
import type { LegResult } from '#domain/tip.ts';
import { classes } from '../classes.ts';
import { oddsText } from '../formats.ts';
import { Ltr } from '../text.tsx';
import { factWords } from './fact-words.ts';
import { needWords, oddNameWords } from './option-words.ts';

/** One selection of a tip: how it stands, the game, the option and score, the odds at the end. */
export function LegRow({ leg, aside }: { leg: Leg; aside?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-t-[1.5px] border-line px-4 py-2">
      <LegIcon result={leg.result} />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-narrow font-bold">
          <bdi>{leg.game}</bdi>
        </p>
        <p className="text-sm text-dim">
          <bdi>{oddNameWords(leg.oddName)}</bdi>
          <LegScore leg={leg} />
          {hasReason(leg) && (
            <>
              {' · '}
              <LegReason leg={leg} />
            </>
          )}
        </p>
      </div>
      {aside ?? <OddsFigure odds={leg.odd} />}
    </li>
  );
}

/** " · 2–1" once the game has a result. */
export function LegScore({ leg: { score } }: { leg: Leg }) {
  if (score === undefined) return undefined;
  const [home, away] = score.fullTime;
  return (
    <>
      {' · '}
      <Ltr className="figure">{goalsText({ home, away })}</Ltr>
    </>
  );
}

type OddsFigureProps = { odds: number; className?: string };

/** Odds, or a dash that says "not priced yet" to who cannot see it. */
export function OddsFigure({ odds, className = 'figure font-bold' }: OddsFigureProps) {
  if (odds > 0) return <span className={className}>{oddsText(odds)}</span>;
  return (
    <span className={className}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">
        <Trans>Not priced yet</Trans>
      </span>
    </span>
  );
}

const grounds: Record<LegResult, string> = {
  pending: 'bg-waiting-ground text-waiting',
  won: 'bg-won-ground text-won',
  lost: 'bg-lost-ground text-lost',
  void: 'bg-waiting-ground text-waiting',
};

/** A check has won, a minus has lost, a turned arrow is void, a clock waits. */
const shapes: Record<LegResult, string> = {
  pending: 'M8 4.2V8l2.4 1.6M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2Z',
  won: 'm3.4 8.4 3 3L12.6 5',
  lost: 'M3.6 8h8.8',
  void: 'M4.4 5.2A4.6 4.6 0 1 1 3.4 8.6M4.2 2.4v3h3',
};

const results: Record<LegResult, MessageDescriptor> = {
  pending: msg`Waiting`,
  won: msg`Won`,
  lost: msg`Lost`,
  void: msg`Void`,
};

/** What a leg came to, in a word. */
export function resultWord(result: LegResult): string {
  return i18n._(results[result]);
}

export function LegIcon({ result }: { result: LegResult }) {
  return (
    <span
      role="img"
      aria-label={resultWord(result)}
      className={classes(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-full forced-colors:border',
        grounds[result],
      )}
    >
      <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true" {...stroke}>
        <path d={shapes[result]} />
      </svg>
    </span>
  );
}

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

type Decided = Pick<Leg, 'oddName' | 'reason' | 'fact'> & { result: Leg['result'] | 'ask' };

/** Why a leg was decided so: what the rules say in the reader's words, else a person in their own. */
export function LegReason({ leg }: { leg: Decided }) {
  const words = ruleWords(leg);
  if (words !== undefined) return words;
  return <bdi>{leg.reason}</bdi>;
}

/** Whether there is anything to say about it. */
export function hasReason({ reason, fact }: Decided): boolean {
  return fact !== undefined || (reason ?? '') !== '';
}

/** What the option needs and what happened. */
function ruleWords({ oddName, result, fact }: Decided) {
  if (!fact) return undefined;
  const option = result === 'won' || result === 'lost' ? optionNamed(oddName) : undefined;
  return (
    <>
      {option && `${needWords(option)} `}
      {factWords(fact)}
    </>
  );
}
