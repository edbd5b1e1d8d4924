import { setTimeout as wait } from 'node:timers/promises';

import { createId } from '#sync/ids.ts';

import type { SeedReport } from '../model/orders.ts';
import { aPicture } from '../../testing/tips/pictures.ts';
import { type Chance, chance } from '../world/chance.ts';
import { socketFaultOf } from '../world/network-faults.ts';
import { optionNames } from '../contents/options.ts';
import { aTip, formOf, postsOn, type Words } from './calls.ts';
import { worksAtDesk } from './desk-steps.ts';
import { type Field, openScene, type Scene } from './scene.ts';
import { placeIn } from '../world/bookkeeping.ts';
import { judge } from './judge.ts';
import type { Phone } from './phone.ts';
import { resultOf } from './walks.ts';

const timeoutMs = 240_000;

/**
 * Runs a random schedule: a member with two phones, another member and an administrator, on a
 * network with all kinds of faults, while the server sometimes dies.
 */
export async function runMixed(field: Field, seed: number): Promise<SeedReport> {
  const dice = chance(seed);
  const scene = await openScene(field);
  try {
    const since = await placeIn(field.database);
    const badness = dice.pick([0.1, 0.25, 0.5]);
    const hands = [
      scene.aPhone('first', 'ada', dice.next),
      scene.aPhone('second', 'ada', dice.next),
      scene.aPhone('third', 'bola', dice.next),
      scene.aPhone('fourth', 'chi', dice.next),
    ];
    const known: Known = { tips: [], theirs: await aTip(scene, scene.people.bola) };
    // Reads the desk, because desk operations use what it shows.
    await hands.at(-1)?.desk();
    scene.setFaults(() => (dice.happens(badness) ? socketFaultOf(dice) : undefined));
    for (const phone of hands) if (dice.happens(0.7)) phone.opens();

    await play(field, scene, dice, hands, known);

    scene.setFaults(() => undefined);
    for (const phone of hands) phone.opens();
    await Promise.all(hands.map(async (phone) => phone.comesToRest(timeoutMs)));
    const violations = await judge(field, since, scene);
    return resultOf(`seed ${seed}`, violations, hands, scene.network);
  } finally {
    await scene.close();
  }
}

/** The tips that each phone has posted, and a tip of another member. */
type Known = {
  tips: { phone: Phone; id: string }[];
  theirs: Awaited<ReturnType<typeof aTip>>;
};

async function play(
  field: Field,
  scene: Scene,
  dice: Chance,
  hands: readonly Phone[],
  known: Known,
): Promise<void> {
  const steps = dice.between(10, 30);
  const killAt = dice.happens(0.35) ? dice.below(steps) : -1;
  for (let step = 0; step < steps; step += 1) {
    if (step === killAt) {
      const server = await field.servers.current();
      await server.arms({ dieAt: dice.between(1, 40) });
    }
    await runStep(scene, dice, dice.pick(hands), known);
    if (dice.happens(0.4)) await wait(dice.below(40));
  }
}

function wordsOf(dice: Chance, games: number): Words {
  return {
    options: Array.from({ length: games }, () => dice.pick(optionNames)),
    stake: dice.below(11),
    ifStarted: dice.pick(['drop', 'refuse']),
    ...(dice.happens(0.4) && { analysis: `because ${dice.below(1000)}` }),
  };
}

async function runStep(scene: Scene, dice: Chance, phone: Phone, known: Known): Promise<void> {
  const isAdministrator = phone.person.role === 'administrator';
  const own = known.tips.filter((tip) => tip.phone === phone);
  const what = dice.weigh({
    post: isAdministrator ? 0 : 5,
    copy: isAdministrator ? 0 : 1,
    book: own.length > 0 ? 3 : 0,
    withdraw: own.length > 0 ? 1 : 0,
    follow: 3,
    profile: 2,
    picture: 0.5,
    price: isAdministrator ? 5 : 0,
    settle: isAdministrator ? 2 : 0,
    desk: isAdministrator ? 8 : 0,
    nudge: 2,
    die: 1,
  });
  switch (what) {
    case 'post': {
      const from = dice.happens(0.1) ? 0 : dice.between(1, 4);
      const games = scene.games.slice(from, from + dice.between(1, 3));
      const row = await postsOn(phone, games, wordsOf(dice, games.length));
      if (row) known.tips.push({ phone, id: row.id });
      break;
    }
    case 'copy': {
      const { id, options } = known.theirs;
      const copied = scene.games.filter((game) => options.some((leg) => leg.fixtureId === game.id));
      const games = dice.happens(0.3) ? [...copied, ...scene.games.slice(-1)] : copied;
      const row = await postsOn(phone, games, { stake: dice.below(11), copiedFrom: id });
      if (row) known.tips.push({ phone, id: row.id });
      break;
    }
    case 'book':
      await phone.queues('tip.book', { tipId: dice.pick(own).id });
      break;
    case 'withdraw':
      await phone.queues('tip.withdraw', { tipId: dice.pick(own).id });
      break;
    case 'follow': {
      const others = Object.values(scene.people).filter(({ id }) => id !== phone.person.id);
      const tipsterId = dice.pick(others).id;
      await phone.queues('follow.set', { tipsterId, following: dice.happens(0.6) });
      break;
    }
    case 'profile': {
      const form = formOf(phone.person, `${createId().slice(0, 8)} Marina`);
      const shown = dice.happens(0.4) && { showPhone: dice.happens(0.5) };
      await phone.queues('profile.save', { ...form, lastName: `Obi ${dice.below(9)}`, ...shown });
      break;
    }
    case 'picture': {
      const bytes = new Uint8Array(await aPicture({ width: dice.between(8, 40) }));
      await phone.queues('picture.set', { ...formOf(phone.person), bytes, type: 'image/png' });
      break;
    }
    case 'price': {
      const { id, options, version } = known.theirs;
      const leg = dice.pick(options);
      const odd = dice.between(101, 500) / 100;
      const named = { fixtureId: leg.fixtureId, game: leg.game, reason: 'as seen' };
      const payload = { tipId: id, legs: options, changes: [{ ...named, odd }] };
      await phone.queues('odds.set', payload, version);
      break;
    }
    case 'settle': {
      const { id, options, version } = known.theirs;
      const { fixtureId, game } = dice.pick(options);
      const result = dice.pick(['won', 'lost', 'void']);
      const change = { fixtureId, game, result, reason: `as seen ${dice.below(9)} times` };
      await phone.queues('leg.settle', { tipId: id, legs: options, change }, version);
      break;
    }
    case 'desk':
      await worksAtDesk(dice, phone, scene);
      break;
    case 'die':
      phone.dies();
      return;
    case 'nudge':
      break;
  }
  phone.nudges();
}
