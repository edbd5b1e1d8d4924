import { timeOutEnd } from '#domain/time-out.ts';
import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';

import { formFields, tipOfPost } from './due.ts';
import { applyDeskIntent } from './due-at-desk.ts';
import type { Intent, IntentOf } from './intents.ts';
import {
  confirmed,
  decided,
  type Due,
  type MemberDue,
  priced,
  type Season,
  type AcceptedIntent,
  type TipDue,
} from './rows-due.ts';

type RequestOf<Kind extends OperationKind> = { kind: Kind; payload: PayloadOf<Kind> };

type KindRules<Kind extends OperationKind> = {
  /** Names of everything that a request changes or depends on. */
  subjects: (payload: PayloadOf<Kind>) => string[];
  /** Applies an accepted request, by an independent implementation of the rules. */
  apply: (due: Due, accepted: AcceptedIntent, request: RequestOf<Kind>, season: Season) => void;
};

const tips = (ids: readonly string[]) => ids.map((id) => `tip ${id}`);
const games = (ids: readonly string[] = []) => ids.map((id) => `game ${id}`);
const oneTip = ({ tipId }: { tipId: string }) => tips([tipId]);
const oneGame = ({ fixtureId }: { fixtureId: string }) => games([fixtureId]);
const manyTips = ({ ids, fixtureIds }: PayloadOf<'tips.confirm'>) => [
  ...tips(ids),
  ...games(fixtureIds),
];
const tipWithGames = ({
  tipId,
  legs,
}: {
  tipId: string;
  legs: readonly { fixtureId: string }[];
}) => [...tips([tipId]), ...games(legs.map(({ fixtureId }) => fixtureId))];
const profile = () => ['profile'];

function erased(due: Due, _: AcceptedIntent, request: IntentOf<'text.erase' | 'text.moderate'>) {
  onTip(due, request, (tip) => (tip.analysis = ''));
}

const kinds: { readonly [Kind in OperationKind]: KindRules<Kind> } = {
  'tip.post': {
    subjects: ({ id, after = [] }) => tips([id, ...after]),
    apply: (due, accepted, request, season) =>
      due.tips.set(request.payload.id, tipOfPost(due, accepted, request, season)),
  },
  'tip.book': {
    subjects: oneTip,
    apply: (due, _, request) => onTip(due, request, (tip) => (tip.booked = true)),
  },
  'tip.withdraw': {
    subjects: oneTip,
    apply: (due, _, request) => onTip(due, request, (tip) => (tip.withdrawn = true)),
  },
  'text.erase': { subjects: oneTip, apply: erased },
  'text.moderate': { subjects: oneTip, apply: erased },
  'tip.confirm': {
    subjects: ({ tipId, fixtureIds }) => [...tips([tipId]), ...games(fixtureIds)],
    apply: (due, accepted, request) => onTip(due, request, (tip) => confirmed(tip, accepted)),
  },
  'odds.set': {
    subjects: tipWithGames,
    apply(due, { arrivedAt }, request, season) {
      onTip(due, request, (tip) => {
        for (const { fixtureId, odd } of request.payload.changes) {
          const leg = tip.legs.find((each) => each.fixtureId === fixtureId);
          if (leg) priced(leg, odd, arrivedAt, season);
        }
      });
    },
  },
  'leg.settle': {
    subjects: tipWithGames,
    apply(due, accepted, request, season) {
      onTip(due, request, (tip) => {
        const { change } = request.payload;
        const leg = tip.legs.find((each) => each.fixtureId === change.fixtureId);
        if (leg) decided(leg, change, accepted, season);
      });
    },
  },
  'result.set': { subjects: oneGame, apply: applyDeskIntent },
  'prices.set': { subjects: oneGame, apply: applyDeskIntent },
  'fixture.settle': { subjects: oneGame, apply: applyDeskIntent },
  'fixture.correct': { subjects: oneGame, apply: applyDeskIntent },
  'tips.confirm': { subjects: manyTips, apply: applyDeskIntent },
  'tips.reopen': { subjects: manyTips, apply: applyDeskIntent },
  'follow.set': {
    subjects: ({ tipsterId }) => [`follow ${tipsterId}`],
    apply: (due, { memberId }, { payload }) =>
      due.follows.set(`${memberId} ${payload.tipsterId}`, payload.following),
  },
  'profile.save': { subjects: profile, apply: savedProfile },
  'picture.set': {
    subjects: profile,
    apply(due, accepted, request) {
      savedProfile(due, accepted, request);
      onMember(due, accepted, (member) => (member.picture = request.payload.bytes));
    },
  },
  'time-out.take': {
    subjects: () => ['time-out'],
    apply: (due, accepted, request) =>
      onMember(due, accepted, (member) => timeOutBegun(member, request, accepted.arrivedAt)),
  },
};

/** Applies an accepted request, by an independent implementation of the rules. */
export function applyIntent(due: Due, accepted: AcceptedIntent, season: Season): void {
  applyRequest(due, accepted, accepted.intent, season);
}

function applyRequest<Kind extends OperationKind>(
  due: Due,
  accepted: AcceptedIntent,
  request: RequestOf<Kind>,
  season: Season,
): void {
  kinds[request.kind].apply(due, accepted, request, season);
}

/** A request if it is known, and the subjects that its operation names. */
type Ordered = { intent: Intent | undefined; subjects: readonly string[] };

/** True if two requests must keep their order, because they have a common subject. */
export function haveAnOrder(one: Ordered, other: Ordered): boolean {
  const theirs = other.intent ? subjectsOf(other.intent) : other.subjects;
  const ours = one.intent ? subjectsOf(one.intent) : one.subjects;
  return ours.some((subject) => theirs.includes(subject));
}

function subjectsOf<Kind extends OperationKind>({ kind, payload }: RequestOf<Kind>): string[] {
  return kinds[kind].subjects(payload);
}

function onTip(
  { tips: all }: Due,
  { payload }: { payload: { tipId: string } },
  change: (tip: TipDue) => void,
): void {
  const tip = all.get(payload.tipId);
  if (tip) change(tip);
}

function onMember(
  { members }: Due,
  { memberId }: AcceptedIntent,
  change: (member: MemberDue) => void,
): void {
  const member = members.get(memberId);
  if (member) change(member);
}

function savedProfile(
  due: Due,
  accepted: AcceptedIntent,
  { payload }: { payload: PayloadOf<'profile.save'> },
): void {
  onMember(due, accepted, (member) => {
    Object.assign(member, formFields(payload), { isTipster: true });
    if (payload.showPhone !== undefined) member.showPhone = payload.showPhone;
  });
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
