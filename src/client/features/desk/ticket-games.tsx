import { Plural } from '@lingui/react/macro';
import { hasPersonalReason } from '#contract/decision-status.ts';
import type { Leg } from '#contract/tips.ts';
import { capitalisedDayAndTimeText } from '#client/ui/formats.ts';
import { GameName } from '#client/ui/text.tsx';
import { LegScore } from '#client/ui/tip/leg.tsx';

/** The maximum number of games named in the row of a ticket. */
const maxNamedGames = 3;

/** The games in the row of a ticket: score or kick-off, and the reason of a person's decision. */
export function TicketGames({ legs }: { legs: readonly Leg[] }) {
  const rest = legs.length - maxNamedGames;
  return (
    <ul className="mt-1.5 text-sm">
      {legs.slice(0, maxNamedGames).map((leg) => (
        <li key={leg.fixtureId}>
          <GameName game={leg.game} /> · <ScoreOrKickOff leg={leg} />
          {hasPersonalReason(leg) && <bdi className="block text-dim">{leg.reason}</bdi>}
        </li>
      ))}
      {rest > 0 && (
        <li className="text-dim">
          <Plural value={rest} one="and # more game" other="and # more games" />
        </li>
      )}
    </ul>
  );
}

/** The score, such as "2–1"; without a score the kick-off, such as "Sat 28 Nov 15:00". */
export function ScoreOrKickOff({ leg }: { leg: Leg }) {
  if (leg.score !== undefined) return <LegScore leg={leg} />;
  return (
    <time dateTime={leg.startDateOfGame}>{capitalisedDayAndTimeText(leg.startDateOfGame)}</time>
  );
}
