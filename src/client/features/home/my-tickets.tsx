import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Leg, Tip } from '#contract/tips.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useOwnTips } from '#client/data/tips/own-tip-queries.ts';
import { resultSoFarOf } from '#client/ui/tip/result-so-far.ts';
import { BadgePair } from '#client/ui/member/badge.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { LegGameLink } from '#client/ui/fixture/fixture-link.tsx';
import { kickOffText } from '#client/ui/formats.ts';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { Section } from '#client/ui/page.tsx';
import { SubjectForScreenReader } from '#client/ui/tip/card-action.tsx';
import { TimeToKickOff } from '#client/ui/tip/kick-off.tsx';
import {
  isAwaitingConfirmation,
  legState,
  LegScore,
  ResultSoFarWord,
} from '#client/ui/tip/leg.tsx';
import { translatePick } from '#client/ui/tip/option-words.ts';
import { UnconfirmedResult, StateIcon } from '#client/ui/tip/outcome.tsx';
import { ExplainedTotal, InPlayBar, Stake, WonSoFar } from '#client/ui/tip/tip-card-footer.tsx';
import { hasStarted, parseGameName } from '#domain/fixture.ts';
import { quoteOf } from '#domain/odds/quote.ts';
import type { CurrentResult } from '#domain/settlement/settlement.ts';
import { ViewAllLink } from './view-all.tsx';

const maxShownTickets = 3;
/** The maximum number of newest tickets that are searched for open tickets. */
const maxSearchedTickets = 40;

/** Reads the member's open tickets by first kick-off; undefined until they were read. */
export function useOpenTickets(): readonly Tip[] | undefined {
  const saved = useOwnTips({ booked: false, limit: maxSearchedTickets });
  const booked = useOwnTips({ booked: true, limit: maxSearchedTickets });
  if (saved === undefined || booked === undefined) return undefined;
  return [...booked, ...saved]
    .filter(({ outcome }) => outcome === 'open')
    .toSorted((one, other) => one.expiryTime.localeCompare(other.expiryTime));
}

/** The member's tickets in play; if there are none, the next tickets. */
export function MyTickets({ open }: { open: readonly Tip[] }) {
  const now = useServerNow(30_000);
  const played = open.filter((tip) => hasStartedGame(tip, now));
  const tickets = played.length > 0 ? played : open;
  if (tickets.length === 0) return undefined;
  return (
    <Section
      title={played.length > 0 ? t`My tickets in play` : t`My next tickets`}
      aside={
        <ViewAllLink
          to={tickets[0]?.IsBooked ? '/tips/booked-ticket' : '/tips/my-tips'}
          words={t`See all my tickets`}
          text={t`See all`}
        />
      }
    >
      <ul className="phone-bleed grid grid-cols-1 gap-3">
        {tickets.slice(0, maxShownTickets).map((tip) => (
          <li key={tip.id}>
            <Ticket tip={tip} now={now} inPlay={played.length > 0} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function hasStartedGame({ options }: Tip, now: Date): boolean {
  return options.some(({ startDateOfGame }) => hasStarted(new Date(startDateOfGame), now));
}

type TicketProps = { tip: Tip; now: Date; inPlay: boolean };

/** A ticket in short form, with links to the ticket and to the page of each game. */
function Ticket({ tip, now, inPlay }: TicketProps) {
  return (
    <article className="card-border relative @container rounded-md bg-card py-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-1">
        <h3 className="text-md">
          <Link
            to={tip.IsBooked ? '/tips/booked-ticket' : '/tips/my-tips'}
            search={{ ticket: tip.id }}
            className="-my-2 inline-flex min-h-11 items-center after:absolute after:inset-0 after:rounded-md hover:after:bg-ink/4"
          >
            <span>
              {inPlay ? (
                <WonSoFar tip={tip} />
              ) : (
                <Plural value={tip.options.length} one="# game" other="# games" />
              )}
              <SubjectForScreenReader about={tip.options.map(translatePick).join(', ')} />
            </span>
          </Link>
        </h3>
        <p className="flex items-baseline gap-1.5 text-sm text-dim [&_.text-xl]:text-lg [&_.text-xl]:text-ink">
          {inPlay || <TimeToKickOff kickOff={tip.expiryTime} now={now} />}
          <ExplainedTotal tip={tip} />
          <Stake tip={tip} />
        </p>
      </div>
      {inPlay && <InPlayBar tip={tip} />}
      <ul className="px-3">
        {tip.options.map((leg) => (
          <LegLine key={leg.fixtureId} leg={leg} now={now} />
        ))}
      </ul>
    </article>
  );
}

/** A leg in short form: state, option, clubs, and score or time. */
function LegLine({ leg, now }: { leg: Leg; now: Date }) {
  const resultSoFar = resultSoFarOf(leg);
  const state = legState(leg, now, resultSoFar);
  const teams = parseGameName(leg.game);
  return (
    <li className="grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 py-0.5">
      <span className="flex items-center gap-2">
        <StateIcon state={state} />
        {teams && <BadgePair {...teams} size={24} />}
      </span>
      <div className="min-w-0 @max-[17.5rem]:order-last @max-[17.5rem]:col-span-full">
        <p className="font-narrow text-md font-bold">{translatePick(leg)}</p>
        <p className="text-sm text-dim">
          <LegGameLink leg={leg} />
        </p>
        {isAwaitingConfirmation(leg, resultSoFar) && (
          <p className="text-sm font-medium text-waiting">
            <UnconfirmedResult result={resultSoFar.result} />
          </p>
        )}
      </div>
      <p className="col-start-3 flex flex-wrap items-baseline justify-end gap-x-2.5 text-end">
        {state !== 'pending' && resultSoFar && <LegResultText {...resultSoFar} />}
        <span className="figure text-[1.0625rem] font-bold">
          {state === 'pending' ? (
            <LegKickOff leg={leg} now={now} />
          ) : leg.score ? (
            <LegScore leg={leg} />
          ) : (
            <QuoteFigure quote={quoteOf(leg)} />
          )}
        </span>
      </p>
    </li>
  );
}

function LegKickOff({ leg: { startDateOfGame }, now }: { leg: Leg; now: Date }) {
  const start = new Date(startDateOfGame);
  const today = start.toDateString() === now.toDateString();
  return (
    <time dateTime={startDateOfGame} className={joinClasses(!today && 'text-sm')}>
      {kickOffText(start, now)}
    </time>
  );
}

const resultColours = { won: 'text-won', lost: 'text-lost', void: 'text-waiting' } as const;

/** A leg's result at the current score, in the colour of the result. */
function LegResultText(resultSoFar: CurrentResult) {
  return (
    <span className={`text-sm ${resultColours[resultSoFar.result]}`}>
      <ResultSoFarWord {...resultSoFar} />
    </span>
  );
}
