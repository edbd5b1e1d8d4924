import { timeOutEnd } from '#domain/time-out.ts';

import type { IntentOf } from './intents.ts';
import { applyDeskIntent } from './due-at-desk.ts';
import {
  confirmed,
  decided,
  type Due,
  hasBegun,
  type LegDue,
  type MemberDue,
  priced,
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

/** The columns of a member's row beside the id: a tipster with a verified email. */
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

/** A member as `aTipster` creates them. */
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

/** Applies an accepted request, by an independent implementation of the rules. */
export function applyIntent(due: Due, accepted: AcceptedIntent, season: Season): void {
  const { intent, memberId, arrivedAt } = accepted;
  switch (intent.kind) {
    case 'tip.post':
      due.tips.set(intent.payload.id, tipOfPost(due, accepted, intent, season));
      return;
    case 'tip.book':
      onTip(due, intent, (tip) => (tip.booked = true));
      return;
    case 'tip.withdraw':
      onTip(due, intent, (tip) => (tip.withdrawn = true));
      return;
    case 'text.erase':
    case 'text.moderate':
      onTip(due, intent, (tip) => (tip.analysis = ''));
      return;
    case 'tip.confirm':
      onTip(due, intent, (tip) => confirmed(tip, accepted));
      return;
    case 'odds.set':
      onTip(due, intent, (tip) => {
        for (const { fixtureId, odd } of intent.payload.changes) {
          const leg = tip.legs.find((each) => each.fixtureId === fixtureId);
          if (leg) priced(leg, odd, arrivedAt, season);
        }
      });
      return;
    case 'leg.settle':
      onTip(due, intent, (tip) => {
        const { fixtureId } = intent.payload.change;
        const leg = tip.legs.find((each) => each.fixtureId === fixtureId);
        if (leg) decided(leg, intent.payload.change, accepted, season);
      });
      return;
    case 'result.set':
    case 'prices.set':
    case 'fixture.settle':
    case 'fixture.correct':
    case 'tips.confirm':
    case 'tips.reopen':
      applyDeskIntent(due, accepted, intent, season);
      return;
    case 'follow.set':
      due.follows.set(`${memberId} ${intent.payload.tipsterId}`, intent.payload.following);
      return;
    case 'profile.save':
    case 'picture.set':
      onMember(due, memberId, (member) => saved(member, intent));
      return;
    case 'time-out.take':
      onMember(due, memberId, (member) => timeOutBegun(member, intent, arrivedAt));
  }
}

function onTip(
  { tips }: Due,
  { payload }: { payload: { tipId: string } },
  change: (tip: TipDue) => void,
): void {
  const tip = tips.get(payload.tipId);
  if (tip) change(tip);
}

function onMember({ members }: Due, id: string, change: (member: MemberDue) => void): void {
  const member = members.get(id);
  if (member) change(member);
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

function saved(
  member: MemberDue,
  intent: IntentOf<'profile.save'> | IntentOf<'picture.set'>,
): void {
  const { showPhone } = intent.payload;
  Object.assign(member, formFields(intent.payload), { isTipster: true });
  if (showPhone !== undefined) member.showPhone = showPhone;
  if (intent.kind === 'picture.set') member.picture = intent.payload.bytes;
}

/** A time-out is never shortened, and an extension adds no exceptions. */
function timeOutBegun(
  member: MemberDue,
  { payload }: IntentOf<'time-out.take'>,
  arrivedAt: number,
): void {
  const since = Math.min(Date.parse(payload.since), arrivedAt);
  const until = timeOutEnd(new Date(since), payload.length).getTime();
  const { timeOut } = member;
  const runs = timeOut !== undefined && arrivedAt < timeOut.until;
  member.timeOut = {
    from: runs ? timeOut.from : arrivedAt,
    until: Math.max(timeOut?.until ?? 0, until),
    spared: runs ? timeOut.spared : payload.spared,
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
