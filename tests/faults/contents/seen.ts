import { figuresOf } from './due.ts';
import { correctionTold, type LegDue, type MemberDue, type TipDue } from './rows-due.ts';
import { groupOf } from './options.ts';
import { type GameResult, scored } from './results.ts';

/** Who looks at a tip: its owner, an administrator, or anybody. */
export type Reader = 'owner' | 'administrator' | 'anybody';

/** What phones should know of games in the end. */
export type GamesSeen = {
  kickOff: (fixtureId: string) => number;
  result: (fixtureId: string) => GameResult | undefined;
};

/** A tip as a phone should have it; what a reader may not see must be absent. */
export function tipSeen(tip: TipDue, reader: Reader, games: GamesSeen, isTimed: boolean) {
  const { won, lost, outcome, share, totalOdds } = figuresOf(tip.legs);
  const isPrivy = reader !== 'anybody';
  return {
    id: tip.id,
    tipsterId: tip.ownerId,
    options: tip.legs.map((leg) => legSeen(leg, games, isTimed)),
    totalOdds,
    ...(isTimed && { creationTime: new Date(tip.arrivedAt).toISOString() }),
    expiryTime: new Date(
      Math.min(...tip.legs.map((leg) => games.kickOff(leg.fixtureId))),
    ).toISOString(),
    IsGameSuccessful: tip.confirmed !== undefined,
    outcome,
    totalGamesWon: won,
    totalGamesLost: lost,
    gameRankPercentage: share,
    analysis: tip.analysis === '' ? undefined : tip.analysis,
    IsBooked: isPrivy ? tip.booked : undefined,
    stake: isPrivy ? tip.stake : undefined,
    copiedFrom: isPrivy ? tip.copiedFrom : undefined,
  };
}

function legSeen(leg: LegDue, games: GamesSeen, isTimed: boolean) {
  const { fixtureId, game, oddName, odd, result, reason } = leg;
  const known = games.result(fixtureId);
  const ended = scored(known);
  const goals = ended && { halfTime: ended.halfTime, fullTime: ended.fullTime };
  return {
    fixtureId,
    game,
    oddName,
    odd,
    result,
    // The rules' own words are the facts', in another place of the same leg.
    ...(leg.isByTheRules ? { fact: {} } : { reason, fact: undefined }),
    score: goals,
    fixtureStatus: known?.status,
    group: groupOf(oddName),
    status: result === 'won',
    corrected: correctionTold(leg, { timed: isTimed }),
    startDateOfGame: new Date(games.kickOff(fixtureId)).toISOString(),
  };
}

/** One's own profile as a phone should have it. */
export function profileSeen({ picture: _, timeOut, ...fields }: MemberDue) {
  return { ...fields, timeOutUntil: timeOut && new Date(timeOut.until).toISOString() };
}

/** Somebody as others should have them; contact details are theirs where they are shown at all. */
export function tipsterSeen(member: MemberDue, followers: number, row: object) {
  const { firstName, lastName, country, isTipster, state, address } = member;
  const isShown = (name: string) =>
    Reflect.get(row, name) !== undefined && Reflect.get(row, name) !== '';
  return {
    firstName,
    lastName: hasMarkOnly(row, lastName) ? Reflect.get(row, 'lastName') : lastName,
    country,
    isTipster,
    followers,
    ...(isShown('state') && { state }),
    ...(isShown('address') && { address }),
  };
}

/** Whether a row has a last name with the mark that tells it from an earlier member's equal name. */
function hasMarkOnly(row: object, lastName: string): boolean {
  const shown = String(Reflect.get(row, 'lastName'));
  return shown.replace(/ ?#[A-Z][0-9A-Z]+$/, '') === lastName;
}
