import type { DeskFixture } from '#contract/desk.ts';
import type { Leg } from '#contract/tips.ts';
import { type BettingOption, findOptionByName } from '#domain/catalogue.ts';
import { type FixtureStatus, pairsToScore } from '#domain/fixture.ts';
import {
  type MatchReport,
  proposeSettlement,
  type Settlement,
} from '#domain/settlement/settlement.ts';

/** The option and the game of a leg as this device knows them, and the result by the rules. */
type LegProposal = {
  option: BettingOption | undefined;
  match: MatchReport;
  proposed: Settlement | undefined;
};

/** Proposes a leg's result by the game on the desk, or by the ticket if the desk is older. */
export function proposeLegResult(
  leg: Leg,
  onDesk: DeskFixture | undefined,
  now: Date,
): LegProposal {
  const fixture = onDesk && isDeskBehind(onDesk, leg) ? undefined : onDesk;
  const option = findOptionByName(leg.oddName);
  const match = toMatchReport(leg, fixture);
  const selection = fixture?.selections.find(({ oddsId }) => oddsId === option?.oddsId);
  // The server's proposal is preferred, because only the server knows the original kick-off.
  const proposed = selection?.proposal ?? (option && proposeSettlement(option, match, now));
  return { option, match, proposed };
}

/** True if the game is over in the ticket but not on the desk, which was fetched earlier. */
function isDeskBehind(onDesk: DeskFixture, leg: Leg): boolean {
  return (
    isBeforeFinalWhistle(onDesk.status) && !isBeforeFinalWhistle(leg.fixtureStatus ?? 'scheduled')
  );
}

function isBeforeFinalWhistle(status: FixtureStatus): boolean {
  return status === 'scheduled' || status === 'in-play';
}

function toMatchReport(leg: Leg, fixture: DeskFixture | undefined): MatchReport {
  const kickOff = new Date(fixture?.kickOff ?? leg.startDateOfGame);
  const { status = 'scheduled', score } = fixture ?? { ...leg, status: leg.fixtureStatus };
  const firstGoal = fixture?.firstGoal;
  return {
    status,
    kickOff,
    ...(score && { score: { ...pairsToScore(score), ...(firstGoal && { firstGoal }) } }),
  };
}
