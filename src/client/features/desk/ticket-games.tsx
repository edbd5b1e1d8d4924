import { Plural } from '@lingui/react/macro';
import { hasPersonalReason } from '#contract/decision-status.ts';
import type { Leg } from '#contract/tips.ts';
import { capitalisedDayAndTimeText } from '#client/ui/formats.ts';
import { GameName } from '#client/ui/text.tsx';
import { LegScore } from '#client/ui/tip/leg.tsx';

/** The maximum number of games that a ticket's row names. */
const maxNamedGames = 3;

/** The games in a ticket's row: the score or the kick-off, and a person's reason. */
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

/** "2–1", or "Sat 28 Nov 15:00" without a score. */
export function ScoreOrKickOff({ leg }: { leg: Leg }) {
  if (leg.score !== undefined) return <LegScore leg={leg} />;
  return (
    <time dateTime={leg.startDateOfGame}>{capitalisedDayAndTimeText(leg.startDateOfGame)}</time>
  );
}
