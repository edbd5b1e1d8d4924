import { figuresOf } from './due.ts';
import { correctionShown, type LegDue, type MemberDue, type TipDue } from './rows-due.ts';
import { groupOf } from './options.ts';
import { type GameResult, scored } from './results.ts';

/** The reader of a tip: its owner, an administrator, or anybody. */
export type Reader = 'owner' | 'administrator' | 'anybody';

/** The final state of games on phones. */
export type GamesSeen = {
  kickOff: (fixtureId: string) => number;
  result: (fixtureId: string) => GameResult | undefined;
};

/** The expected tip on a phone; fields that the reader may not see must be absent. */
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
    // A rule's fact is in another field of the leg than a person's reason.
    ...(leg.isByTheRules ? { fact: {} } : { reason, fact: undefined }),
    score: goals,
    fixtureStatus: known?.status,
    group: groupOf(oddName),
    status: result === 'won',
    corrected: correctionShown(leg, { timed: isTimed }),
    startDateOfGame: new Date(games.kickOff(fixtureId)).toISOString(),
  };
}

/** The expected own profile on a phone. */
export function profileSeen({ picture: _, timeOut, ...fields }: MemberDue) {
  return { ...fields, timeOutUntil: timeOut && new Date(timeOut.until).toISOString() };
}

/** The expected profile for other members; contact details only if they are shown. */
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

/** True if a row has this last name, apart from a mark such as "#B2" for equal names. */
function hasMarkOnly(row: object, lastName: string): boolean {
  const shown = String(Reflect.get(row, 'lastName'));
  return shown.replace(/ ?#[A-Z][0-9A-Z]+$/, '') === lastName;
}
