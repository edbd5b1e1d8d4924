import { Plural, Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { Leg, Tip } from '#contract/tips.ts';
import { unpricedOdd } from '#domain/odds/price.ts';
import { totalQuoteOf } from '#domain/odds/quote.ts';
import { outcomeOf } from '#domain/tip.ts';
import { joinClasses } from '../classes.ts';
import { countText, shortUnitsText } from '../formats.ts';
import { EstimateHelp } from '../odds/estimate-help.tsx';
import { QuoteFigure } from '../odds/quote-figure.tsx';
import { Tag } from '../tag.tsx';
import { Ltr } from '../text.tsx';
import { TimeToKickOff } from './kick-off.tsx';
import { LegBar, type LegSegment } from './leg-bar.tsx';
import { InPlayTag, UnconfirmedResult, type SettledOutcome, OutcomeStamp } from './outcome.tsx';
import { resultSoFarOf } from './result-so-far.ts';

type TipCardFooterProps = { tip: Tip; now: Date | undefined; inPlay: boolean; actions?: ReactNode };

/** The footer of a tip card: odds, current result or outcome, and actions. */
export function TipCardFooter({ tip, now, inPlay, actions }: TipCardFooterProps) {
  const { outcome } = tip;
  const [first] = useState(outcome);
  // Only own tips have `IsBooked`, so only an own win is celebrated.
  const joy = first === 'open' && outcome === 'won' && tip.IsBooked !== undefined;
  return (
    <div className="flex min-h-[62px] flex-wrap items-center gap-1 py-2 ps-3.5 pe-2.5">
      <div className="min-w-0 flex-1 basis-28">
        {outcome !== 'open' ? (
          <SettledFigures tip={tip} outcome={outcome} />
        ) : inPlay ? (
          <InPlayFigures tip={tip} />
        ) : (
          <OpenTipFigures tip={tip} now={now} />
        )}
      </div>
      {outcome !== 'open' && <OutcomeStamp outcome={outcome} joy={joy} />}
      {inPlay && <InPlayOutcome tip={tip} />}
      {actions !== undefined && <div className="flex flex-wrap items-center gap-1">{actions}</div>}
    </div>
  );
}

/** The current state of a tip in play, or its outcome if the outcome is certain. */
function InPlayOutcome({ tip }: { tip: Tip }) {
  const results = tip.options.map((leg) => {
    const { result, decided = false } = resultSoFarOf(leg) ?? {};
    return { result: decided && result ? result : leg.result };
  });
  const outcome = outcomeOf(results);
  if (outcome === 'open') return <InPlayTag />;
  return (
    <Tag tone={outcome}>
      <UnconfirmedResult result={outcome} />
    </Tag>
  );
}

/** The total odds of the priced legs, with stake and remaining time. */
function OpenTipFigures({ tip, now }: { tip: Tip; now: Date | undefined }) {
  const { stake = 0 } = tip;
  return (
    <>
      <ExplainedTotal tip={tip} />
      <p className="mt-[3px] text-xs text-dim">
        <Stake tip={tip} />
        {stake > 0 && now && ' · '}
        {now && <TimeToKickOff kickOff={tip.expiryTime} now={now} />}
        <Copies tip={tip} isFirst={stake === 0 && !now} />
      </p>
    </>
  );
}

type TipTotals = Pick<Tip, 'options' | 'totalOdds' | 'estimatedTotal'>;

/** The total odds, marked if they include an estimate, and the number of missing prices. */
export function TotalOdds({ tip }: { tip: TipTotals }) {
  const total = totalQuoteOf(tip);
  const isToCome = ({ odd, result }: Leg) => odd === unpricedOdd && result !== 'void';
  const toCome = tip.options.filter(isToCome).length;
  return (
    <>
      {total && <QuoteFigure quote={total} className="figure text-xl leading-none font-bold" />}
      {toCome > 0 && (
        <span className="block text-xs font-medium text-dim decoration-dotted underline-offset-2 in-data-estimate:underline">
          <Plural value={toCome} one="# price to come" other="# prices to come" />
        </span>
      )}
    </>
  );
}

/**
 * The total odds with an explanation of estimates. Never put this component inside a link or
 * button, because it may be a button.
 */
export function ExplainedTotal({ tip }: { tip: TipTotals }) {
  return (
    <EstimateHelp isEstimate={totalQuoteOf(tip)?.isEstimate === true} className="block">
      <TotalOdds tip={tip} />
    </EstimateHelp>
  );
}

/** The number of won legs of a tip in play. */
function InPlayFigures({ tip }: { tip: Tip }) {
  return (
    <>
      <p className="font-narrow text-md font-bold">
        <WonSoFar tip={tip} />
      </p>
      <OddsAndStake tip={tip} />
    </>
  );
}

/** "2 of 4 won so far", including certain results; before the first win, the number of games. */
export function WonSoFar({ tip }: { tip: Tip }) {
  const won = segmentsOf(tip).filter((segment) => segment === 'won').length;
  if (won === 0) return <Plural value={tip.options.length} one="# game" other="# games" />;
  const games = countText(tip.options.length);
  return (
    <Trans>
      <span className="figure text-xl leading-none">{countText(won)}</span> of {games} won so far
    </Trans>
  );
}

/** The profit with the tip's stake, or with one unit if the stake is unknown. */
function SettledFigures({ tip, outcome }: { tip: Tip; outcome: SettledOutcome }) {
  const { stake = 0, recordOdds = tip.totalOdds } = tip;
  const units = stake > 0 ? stake : 1;
  const profit = { won: units * (recordOdds - 1), lost: -units, void: 0 }[outcome];
  const figure = <Ltr className="figure text-xl leading-none">{shortUnitsText(profit)}</Ltr>;
  // A tip without a price at kick-off is part of the hit rate only.
  const counted = outcome === 'void' || recordOdds > 0;
  return (
    <>
      {counted && (
        <p
          className={joinClasses(
            'font-narrow text-md font-bold',
            outcome === 'won' && 'text-won',
            outcome === 'lost' && 'text-lost',
          )}
        >
          <Plural
            value={Math.abs(profit)}
            one={<Trans>{figure} unit</Trans>}
            other={<Trans>{figure} units</Trans>}
          />
        </p>
      )}
      <OddsAndStake tip={tip} />
    </>
  );
}

/** The stake of a tip; empty without a stake. */
export function Stake({ tip }: { tip: Pick<Tip, 'stake'> }) {
  if (tip.stake === undefined || tip.stake === 0) return undefined;
  const stake = countText(tip.stake);
  return <Trans>Stake {stake}</Trans>;
}

/** The number of copies of a tip; empty without copies. */
function Copies({ tip: { copies = 0 }, isFirst }: { tip: Tip; isFirst: boolean }) {
  if (copies === 0) return undefined;
  return (
    <>
      {!isFirst && ' · '}
      <Plural value={copies} one="# copied this" other="# copied this" />
    </>
  );
}

function OddsAndStake({ tip }: { tip: Tip }) {
  const { stake = 0 } = tip;
  const total = totalQuoteOf(tip);
  return (
    <p className="mt-[3px] text-xs text-dim">
      {total && (
        <EstimateHelp
          isEstimate={total.isEstimate}
          className="-my-3.5 py-3.5 underline decoration-dotted underline-offset-2"
        >
          <Trans>
            Odds <QuoteFigure quote={total} className="" />
          </Trans>
        </EstimateHelp>
      )}
      {total && stake > 0 && ' · '}
      <Stake tip={tip} />
      <Copies tip={tip} isFirst={!total && stake === 0} />
    </p>
  );
}

/** A bar with a segment per game of a tip in play. */
export function InPlayBar({ tip }: { tip: Tip }) {
  return (
    <div className="px-3 pt-1.5 pb-1">
      <LegBar segments={segmentsOf(tip)} />
    </div>
  );
}

const undecidedSegments = { won: 'winning', lost: 'losing', void: 'pending' } as const;

function segmentsOf({ options }: Tip): LegSegment[] {
  return options.map((leg) => {
    if (leg.result !== 'pending') return leg.result;
    const { result, decided } = resultSoFarOf(leg) ?? {};
    if (result === undefined) return 'pending';
    return decided ? result : undecidedSegments[result];
  });
}
