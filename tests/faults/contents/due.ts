import type { IntentOf } from './intents.ts';
import {
  type Due,
  hasBegun,
  type LegDue,
  type MemberDue,
  type Season,
  type AcceptedIntent,
  type TipDue,
} from './rows-due.ts';
import { priceOf } from './options.ts';

/** The initial expected state. */
export function nothingDue({ timed }: Pick<Due, 'timed'>): Due {
  return {
    tips: new Map(),
    members: new Map(),
    follows: new Map(),
    results: new Map(),
    timed,
  };
}

/** The columns of a member's row except the id: a tipster with a verified email. */
export function aTipster(name: string, at: Date) {
  return {
    userName: name.toLowerCase(),
    passwordHash: 'nobody knows',
    firstName: name,
    lastName: 'Obi',
    phoneNumber: '+234 801 234 5678',
    country: 'NG',
    state: 'Lagos',
    address: '1 Marina',
    isTipster: true,
    emailVerifiedAt: at,
    createdAt: at,
  };
}

/** The expected state of a member that `aTipster` describes. */
export function memberAtFirst(name: string): MemberDue {
  return {
    ...formFields(aTipster(name, new Date())),
    showPhone: false,
    isTipster: true,
    picture: undefined,
    timeOut: undefined,
  };
}

type FormFields = Pick<
  MemberDue,
  'firstName' | 'lastName' | 'country' | 'phoneNumber' | 'state' | 'address'
>;

/** The fields of the profile form. */
export function formFields(row: FormFields): FormFields {
  const { firstName, lastName, country, phoneNumber, state, address } = row;
  return { firstName, lastName, country, phoneNumber, state, address };
}

/** The tip of an accepted post. */
export function tipOfPost(
  due: Pick<Due, 'tips'>,
  { memberId, arrivedAt }: Pick<AcceptedIntent, 'memberId' | 'arrivedAt'>,
  { payload }: IntentOf<'tip.post'>,
  season: Season,
): TipDue {
  const acceptedLegs = payload.options.filter(
    ({ fixtureId }) => !hasBegun(fixtureId, arrivedAt, season),
  );
  const original = due.tips.get(payload.copiedFrom ?? '');
  // A copy with an added leg is an own tip, and own tips cannot be copied.
  const isCopy =
    original?.ownerId !== memberId &&
    acceptedLegs.every(({ fixtureId, oddName }) =>
      original?.legs.some((leg) => leg.fixtureId === fixtureId && leg.oddName === oddName),
    );
  return {
    id: payload.id,
    ownerId: memberId,
    legs: acceptedLegs.map(({ fixtureId, game, oddName }) => ({
      fixtureId,
      game,
      oddName,
      odd: priceOf(oddName),
      kickOffOdd: priceOf(oddName),
      result: 'pending',
      reason: undefined,
      decision: undefined,
      isByTheRules: false,
    })),
    stake: payload.stake,
    analysis: payload.analysis ?? '',
    copiedFrom: isCopy ? payload.copiedFrom : undefined,
    booked: false,
    confirmed: undefined,
    withdrawn: false,
    arrivedAt,
  };
}

/** The figures of a tip's legs. */
export function figuresOf(legs: readonly Pick<LegDue, 'odd' | 'result'>[]) {
  const are = (result: LegDue['result']) => legs.filter((leg) => leg.result === result).length;
  const [won, lost, open] = [are('won'), are('lost'), are('pending')];
  const undecided = open > 0 ? ('open' as const) : won > 0 ? ('won' as const) : ('void' as const);
  const outcome = lost > 0 ? ('lost' as const) : undecided;
  const share = won + lost === 0 ? 0 : Math.round((10_000 * won) / (won + lost)) / 100;
  return { won, lost, outcome, share, totalOdds: productOf(legs) };
}

/** The exact product of the counting odds, half a hundredth rounded up. */
function productOf(legs: readonly Pick<LegDue, 'odd' | 'result'>[]): number {
  let product = 1n;
  let scale = 1n;
  for (const { odd, result } of legs) {
    if (result === 'void') continue;
    product *= BigInt(Math.round(odd * 100));
    scale *= 100n;
  }
  const hundredths = (2n * product * 100n + scale) / (2n * scale);
  return Number(hundredths) / 100;
}
