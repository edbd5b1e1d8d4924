import { createId } from '#sync/ids.ts';
import type { SeedReport } from '../model/orders.ts';
import { aSpecOnlyBackend } from '../../testing/server/spec-only-backend.ts';
import { type Intent, tipOf } from '../contents/intents.ts';
import { differences } from '../contents/differences.ts';
import { formFields } from '../contents/due.ts';
import { groupOf, optionNames } from '../contents/options.ts';
import { compareAll } from '../contents/stored.ts';
import { type Chance, chance } from '../world/chance.ts';
import { type NetworkFault, socketFaultOf } from '../world/network-faults.ts';
import { formOf } from './calls.ts';
import type { Violation } from './judge.ts';
import { aNetwork } from './network.ts';
import { aPhone, type Phone, type Promised } from './phone.ts';
import { resultOf } from './walks.ts';

const timeoutMs = 240_000;

type Backend = Awaited<ReturnType<typeof aSpecOnlyBackend>>;
type Member = ReturnType<Backend['joins']>;
type Hand = { phone: Phone; member: Member };
type SpecTip = Backend['tips'][number];

/**
 * Runs a random schedule against a spec-only backend. It has no idempotency keys, so a person would
 * have to decide about operations with an unknown outcome, and here nobody does.
 */
export async function runSpecOnly(seed: number): Promise<SeedReport> {
  const dice = chance(seed);
  await using backend = await aSpecOnlyBackend();
  const badness = dice.pick([0.1, 0.25, 0.5]);
  let isBad = true;
  const network = await aNetwork({
    upstream: () => backend.url,
    address: '10.0.0.1',
    faultOf: () => (isBad && dice.happens(badness) ? faultWithoutKeys(dice) : undefined),
  });
  const hands = ['Chi', 'Ada', 'Bola'].map((name, index): Hand => {
    const member = backend.joins({ firstName: name });
    const { _id: id, email } = member.account;
    const role = index === 0 ? ('administrator' as const) : ('member' as const);
    const person = { id, email, name, role, token: member.token };
    return { member, phone: aPhone(name, person, network.origin, dice.next) };
  });
  try {
    for (const { phone } of hands) if (dice.happens(0.7)) phone.opens();
    const steps = dice.between(10, 30);
    for (let step = 0; step < steps; step += 1) await runStep(dice, dice.pick(hands), hands, step);
    isBad = false;
    for (const { phone } of hands) phone.opens();
    await Promise.all(hands.map(async ({ phone }) => phone.comesToRest(timeoutMs)));
    const violations: Violation[] = [];
    for (const hand of hands) violations.push(...(await judgeHand(backend, hand, hands)));
    const phones = hands.map(({ phone }) => phone);
    return resultOf(`spec-only, seed ${seed}`, violations, phones, network);
  } finally {
    for (const { phone } of hands) await phone.closes();
    await network.close();
  }
}

/** A random fault, but never a repeated request: without keys the backend would execute it twice. */
function faultWithoutKeys(dice: Chance): NetworkFault {
  const fault = socketFaultOf(dice);
  return fault.kind.startsWith('sent-twice') ? { ...fault, kind: 'answer-lost' } : fault;
}

async function runStep(
  dice: Chance,
  { phone, member }: Hand,
  hands: readonly Hand[],
  step: number,
): Promise<void> {
  const posted = phone.promised().filter(({ row }) => row.kind === 'tip.post');
  const what = dice.weigh({
    post: 5,
    book: posted.length > 0 ? 3 : 0,
    follow: 3,
    profile: 2,
    die: 1,
  });
  switch (what) {
    case 'post':
      await phone.queues('tip.post', { ...slipOf(dice, step), tipsterName: phone.person.name });
      break;
    case 'book':
      await phone.queues('tip.book', { tipId: dice.pick(posted).row.id });
      break;
    case 'follow': {
      const others = hands.filter((hand) => hand.phone !== phone);
      const tipsterId = dice.pick(others).member.account._id;
      await phone.queues('follow.set', { tipsterId, following: dice.happens(0.6) });
      break;
    }
    case 'profile': {
      const form = formOf(phone.person, `${dice.below(100)} Marina`);
      await phone.queues('profile.save', { ...form, id: member.account._id });
      break;
    }
    case 'die':
      phone.dies();
      return;
  }
  phone.nudges();
}

/** A slip that can be recognised: its first price encodes the step that posted it. */
function slipOf(dice: Chance, step: number) {
  const options = Array.from({ length: dice.between(1, 3) }, (_, index) => {
    const oddName = dice.pick(optionNames);
    return {
      fixtureId: `game-${index}`,
      game: `Home ${index} Vs Away ${index}`,
      oddName,
      group: groupOf(oddName),
      odd: index === 0 ? 2 + step / 100 : 1.5,
      startDateOfGame: new Date(Date.UTC(2040, 0, 1 + index)).toISOString(),
    };
  });
  return { id: createId(), options, stake: 0, ifStarted: 'refuse' as const };
}

/** State of an operation as far as known: done, unknown, or certainly not done. */
type Progress = 'done' | 'undecided' | 'not done';

async function judgeHand(
  backend: Backend,
  { phone, member: { account } }: Hand,
  hands: readonly Hand[],
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const wrong = (what: string) =>
    void violations.push({ check: 'not as asked', what: `${phone.person.name}: ${what}` });
  const rows = new Map((await phone.pending()).map((row) => [row.id, row]));
  const progressOf = ({ row, isReplaced }: Promised): Progress => {
    const now = rows.get(row.id);
    if (isReplaced) return 'not done';
    if (!now || now.state === 'acked') return 'done';
    return now.state === 'blocked' ? 'undecided' : 'not done';
  };
  const promised = phone.promised();
  const own = backend.tips.filter(({ owner }) => owner === account._id);
  const ofTip = new Map<string, SpecTip | undefined>();
  for (const each of promised) {
    if (each.intent.kind !== 'tip.post') continue;
    const found = own.filter((tip) => isOf(tip, each.intent));
    ofTip.set(each.row.id, found[0]);
    const progress = progressOf(each);
    const fits = progress === 'done' ? found.length === 1 : found.length <= 1;
    if (!fits || (progress === 'not done' && found.length > 0)) {
      wrong(`tip.post ${each.row.id} is ${progress} and stands ${found.length} times`);
    }
  }
  if (own.length !== [...ofTip.values()].filter(Boolean).length) wrong('a tip that nobody posted');
  for (const [id, tip] of ofTip) {
    const bookings = promised.filter(
      ({ intent }) => intent.kind === 'tip.book' && tipOf(intent) === id,
    );
    const progresses = bookings.map(progressOf);
    if (progresses.includes('done') && tip?.IsBooked !== true) wrong(`${id} is booked nowhere`);
    const mayBe = progresses.some((progress) => progress !== 'not done');
    if (tip?.IsBooked === true && !mayBe) wrong(`${id} is booked by nobody`);
  }
  for (const { member } of hands) {
    const requested = promised.filter(
      ({ intent }) =>
        intent.kind === 'follow.set' && intent.payload.tipsterId === member.account._id,
    );
    const follows = backend.follows(account, member.account);
    const initial = { following: false };
    const last = candidates(requested, progressOf).flatMap(({ intent }) =>
      intent.kind === 'follow.set' ? [intent.payload] : [],
    );
    const may = requested.some((each) => progressOf(each) === 'done') ? last : [initial, ...last];
    if (!may.some(({ following }) => following === follows)) wrong(`follows ${follows}`);
  }
  const forms = promised.filter(({ intent }) => intent.kind === 'profile.save');
  const last = candidates(forms, progressOf).map(({ intent }) =>
    intent.kind === 'profile.save' ? formFields(intent.payload) : {},
  );
  const isSaved = forms.some((each) => progressOf(each) === 'done');
  if (isSaved && last.every((fields) => differences(fields, account).length > 0)) {
    wrong(`the profile: ${differences(last[0], account).join()}`);
  }

  const phoneRows = await phone.holds();
  const listed = phone.person.role === 'administrator' ? backend.tips : own;
  compareAll(
    new Map(listed.slice(0, 20).map((tip) => [tip._id, tip])),
    new Map(phoneRows.own.tips.map((tip) => [tip.id, tip])),
    ({ options, IsBooked }) => ({
      IsBooked,
      options: options.map(({ confirmationTime: _, ...leg }) => leg),
    }),
    (id, what) => wrong(`its phone: ${id} ${what}`),
  );
  return violations;
}

/** The last request that was certainly executed, and all later requests. */
function candidates(
  requested: readonly Promised[],
  progressOf: (each: Promised) => Progress,
): readonly Promised[] {
  const last = requested.findLastIndex((each) => progressOf(each) === 'done');
  return requested.slice(Math.max(last, 0));
}

function isOf(tip: SpecTip, intent: Intent): boolean {
  if (intent.kind !== 'tip.post') return false;
  const legs = intent.payload.options.map(({ game, group, oddName, odd, startDateOfGame }) => ({
    game,
    group,
    oddName,
    odd,
    startDateOfGame,
  }));
  return differences(legs, tip.options).length === 0;
}
