import type { DeskFixture } from '#contract/desk.ts';
import type { Leg } from '#contract/tips.ts';
import { type Option, optionNamed } from '#domain/catalogue.ts';
import { type FixtureStatus, scoreFrom } from '#domain/fixture.ts';
import { type MatchReport, proposal, type Settlement } from '#domain/settlement/settlement.ts';

/** A leg's option and game as known on this device, and the result by the rules. */
type GameOfLeg = {
  option: Option | undefined;
  match: MatchReport;
  proposed: Settlement | undefined;
};

/** The desk's game if only the desk knows the first goal, otherwise the ticket's. */
export function gameOfLeg(leg: Leg, onDesk: DeskFixture | undefined, now: Date): GameOfLeg {
  const fixture = onDesk && isBehind(onDesk, leg) ? undefined : onDesk;
  const option = optionNamed(leg.oddName);
  const match = matchOf(leg, fixture);
  const selection = fixture?.selections.find(({ oddsId }) => oddsId === option?.oddsId);
  // The server also knows the original kick-off.
  const proposed = selection?.proposal ?? (option && proposal(option, match, now));
  return { option, match, proposed };
}

/** Whether the desk was fetched before the end of a game that the ticket knows to be over. */
function isBehind(onDesk: DeskFixture, leg: Leg): boolean {
  return isUnfinished(onDesk.status) && !isUnfinished(leg.fixtureStatus ?? 'scheduled');
}

function isUnfinished(status: FixtureStatus): boolean {
  return status === 'scheduled' || status === 'in-play';
}

function matchOf(leg: Leg, fixture: DeskFixture | undefined): MatchReport {
  const kickOff = new Date(fixture?.kickOff ?? leg.startDateOfGame);
  const { status = 'scheduled', score } = fixture ?? { ...leg, status: leg.fixtureStatus };
  const firstGoal = fixture?.firstGoal;
  return {
    status,
    kickOff,
    ...(score && { score: { ...scoreFrom(score), ...(firstGoal && { firstGoal }) } }),
  };
}
