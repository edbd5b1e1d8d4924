import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { findCurrentSettlement, decisionStatusOf } from '#contract/decision-status.ts';
import type { Leg } from '#contract/tips.ts';
import { findOptionByName } from '#domain/catalogue.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { hasStarted, parseGameName } from '#domain/fixture.ts';
import { quoteOf } from '#domain/odds/quote.ts';
import type { CurrentResult } from '#domain/settlement/settlement.ts';
import { BadgePair } from '../member/badge.tsx';
import { joinClasses } from '../classes.ts';
import { kickOffText, momentText, scoreText, durationText } from '../formats.ts';
import { LegGameLink } from '../fixture/fixture-link.tsx';
import { QuoteFigure } from '../odds/quote-figure.tsx';
import { settlementFactText } from './fact-text.ts';
import { winConditionText, translatePick } from './option-words.ts';
import { type LegState, UnconfirmedResult, legStateText, StateIcon } from './outcome.tsx';

type LegRowProps = {
  leg: Leg;
  /** The current time by the server's clock; without it an undecided leg has not started. */
  now?: Date | undefined;
  /** True if the tip has started, so that every leg shows its state. */
  started?: boolean;
  /** The current result of a leg whose tip is in play. */
  resultSoFar?: CurrentResult | undefined;
  /** True while the tip is being withdrawn: the leg is faded. */
  withdrawing?: boolean;
  /** True if the reason for the result is shown. */
  reasons?: boolean;
};

/** One leg of a tip: state, clubs, pick, game, and score or price. */
export function LegRow(props: LegRowProps) {
  const { leg, now, resultSoFar, withdrawing = false, reasons = false } = props;
  const state = legState(leg, now, resultSoFar);
  const teams = parseGameName(leg.game);
  const started = props.started ?? state !== 'pending';
  return (
    <li className="grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1 border-line py-1.5 not-first:border-t">
      <span className="flex items-center gap-2">
        {started && <StateIcon state={state} />}
        {teams && (
          <span className={withdrawing ? 'opacity-50' : undefined}>
            <BadgePair {...teams} />
          </span>
        )}
      </span>
      <div className="min-w-0 @max-[17.5rem]:order-last @max-[17.5rem]:col-span-full">
        <p
          className={joinClasses(
            'font-narrow text-md',
            withdrawing ? 'font-medium text-dim line-through decoration-1' : 'font-bold',
          )}
        >
          {translatePick(leg)}
        </p>
        <LegGame leg={leg} now={now} kickOff={state === 'pending'} />
        {isAwaitingConfirmation(leg, resultSoFar) && (
          <p className="text-sm text-waiting">
            <UnconfirmedResult result={resultSoFar.result} />
          </p>
        )}
        <Correction leg={leg} />
        {reasons && <DecisionStatus leg={leg} />}
        {reasons && hasReason(leg) && (
          <p className="text-sm text-dim">
            <LegReason leg={leg} />
          </p>
        )}
      </div>
      <div className="figure col-start-3 text-end text-[1.0625rem] leading-tight font-bold @max-[11rem]:col-span-full @max-[11rem]:col-start-1 @max-[11rem]:text-start">
        <LegScoreOrPrice {...props} />
      </div>
    </li>
  );
}

/** True if the score makes the result of an undecided leg certain. */
export function isAwaitingConfirmation(
  { result }: Pick<Leg, 'result'>,
  resultSoFar: CurrentResult | undefined,
): resultSoFar is CurrentResult {
  return result === 'pending' && resultSoFar?.decided === true;
}

/** A corrected leg: its previous result, the times, and the reason. */
function Correction({ leg: { result, corrected } }: { leg: Leg }) {
  if (!corrected) return undefined;
  const { at, confirmedAt } = corrected;
  const moment = momentText(at, 'date-time');
  const span = confirmedAt && durationText(Date.parse(at) - Date.parse(confirmedAt));
  return (
    <p className="text-sm text-dim">
      <span className="sr-only">
        <Trans>Before:</Trans>{' '}
      </span>
      <s>{legStateText(corrected.result)}</s>{' '}
      <span className="font-bold text-ink">{legStateText(result)}</span>
      {' · '}
      <Trans>Corrected by an administrator, {moment}</Trans>
      {span && (
        <>
          {' · '}
          <Trans>{span} after the confirmation</Trans>
        </>
      )}
      <bdi className="block">{corrected.reason}</bdi>
    </p>
  );
}

/** Marks a decision against the rules, or a decision by a score that was corrected later. */
export function DecisionStatus({ leg }: { leg: Leg }) {
  const status = decisionStatusOf(leg);
  if (!status) return undefined;
  return (
    <p className="text-sm font-semibold text-saved">
      {status === 'overruled' ? (
        <Trans>An administrator decided this against the rules.</Trans>
      ) : (
        <Trans>The result changed since.</Trans>
      )}
    </p>
  );
}

/** The state of a leg, by its decision, its kick-off, or a score that makes the result certain. */
export function legState(
  { result, startDateOfGame }: LegTimes,
  now: Date | undefined,
  resultSoFar?: CurrentResult,
): LegState {
  if (resultSoFar?.decided) return resultSoFar.result;
  if (result !== 'pending' || now === undefined) return result;
  return hasStarted(new Date(startDateOfGame), now) ? 'in-play' : 'pending';
}

type LegTimes = Pick<Leg, 'result' | 'startDateOfGame'>;

type LegGameProps = { leg: Leg; now: Date | undefined; kickOff: boolean };

/** "Fulham – Nottm Forest · EPL · 15:00"; the time is shown only before the kick-off. */
function LegGame({ leg, now, kickOff }: LegGameProps) {
  const league = toLeagueLabel(leg.sportKey).title;
  const start = new Date(leg.startDateOfGame);
  return (
    <div className="overflow-x-clip text-sm text-dim">
      <p className="-ms-3 flex flex-wrap">
        <LinePart>
          <LegGameLink leg={leg} />
        </LinePart>
        {league !== '' && (
          <LinePart dot>
            <bdi>{league}</bdi>
          </LinePart>
        )}
        {kickOff && (
          <LinePart dot>
            <time dateTime={leg.startDateOfGame}>{kickOffText(start, now)}</time>
          </LinePart>
        )}
      </p>
    </div>
  );
}

/** Text without line breaks; its separating dot is hidden at the start of a line. */
function LinePart({ dot = false, children }: { dot?: boolean; children: ReactNode }) {
  return (
    <span className="relative min-w-0 ps-3">
      {dot && <span className="absolute start-0 w-3 text-center whitespace-pre">{' · '}</span>}
      {children}
    </span>
  );
}

/** The score and the current result, or the price, which is small for a decided leg. */
function LegScoreOrPrice({ leg, resultSoFar, withdrawing = false }: LegRowProps) {
  const quote = quoteOf(leg);
  if (leg.score === undefined) {
    return (
      <QuoteFigure
        quote={quote}
        className={withdrawing ? 'font-medium text-dim line-through decoration-1' : ''}
      />
    );
  }
  const settled = leg.result !== 'pending';
  return (
    <>
      <LegScore leg={leg} />
      <small
        data-live={resultSoFar ? '' : undefined}
        className="block font-sans text-xs font-medium text-dim"
      >
        {resultSoFar ? (
          <ResultSoFarWord {...resultSoFar} />
        ) : (
          settled && quote && <QuoteFigure quote={quote} className="" />
        )}
      </small>
    </>
  );
}

/** Won, lost or void if the result is certain; otherwise winning or losing. */
export function ResultSoFarWord({ result, decided }: CurrentResult) {
  if (decided) return <span className="lowercase">{legStateText(result)}</span>;
  if (result === 'void') return undefined;
  return result === 'won' ? <Trans>winning</Trans> : <Trans>losing</Trans>;
}

/** The goals of a leg's game if known, in the reading direction. */
export function LegScore({ leg: { score } }: { leg: Leg }) {
  if (score === undefined) return undefined;
  const [home, away] = score.fullTime;
  return <span className="figure whitespace-nowrap">{scoreText({ home, away })}</span>;
}

type LegWithReason = Pick<Leg, 'oddName' | 'reason' | 'fact'> &
  Partial<Pick<Leg, 'startDateOfGame' | 'fixtureStatus' | 'score'>> & {
    result: Leg['result'] | 'ask';
  };

/**
 * The reason for a leg's result: the rules' reason in the reader's language, or the text that a
 * person typed. If the rules later agree with the person, the rules' reason is shown.
 */
export function LegReason({ leg }: { leg: LegWithReason }) {
  const fact = leg.fact ?? findAgreedFact(leg);
  const words = describeRule({ ...leg, ...(fact && { fact }) });
  if (words !== undefined) return words;
  return <bdi>{leg.reason}</bdi>;
}

function findAgreedFact(leg: LegWithReason): Leg['fact'] {
  if (leg.startDateOfGame === undefined || leg.result === 'ask') return undefined;
  const { result, startDateOfGame } = leg;
  const ruled = findCurrentSettlement({ ...leg, result, startDateOfGame });
  return ruled?.result === result ? ruled.fact : undefined;
}

export function hasReason({ reason, fact }: LegWithReason): boolean {
  return fact !== undefined || (reason ?? '') !== '';
}

/** The win condition of the option, and the facts of the game. */
function describeRule({ oddName, result, fact }: LegWithReason) {
  if (!fact) return undefined;
  const option = result === 'won' || result === 'lost' ? findOptionByName(oddName) : undefined;
  return (
    <>
      {option && `${winConditionText(option)} `}
      {settlementFactText(fact)}
    </>
  );
}
