import { toIntent } from '../../contents/intents.ts';
import type { GameResult } from '../../contents/results.ts';
import { placeIn } from '../../world/bookkeeping.ts';
import { endGame, endSessions, logsIn, moveGame, setVerified } from '../../world/people.ts';
import { type Device, frontOf } from '../../world/device.ts';
import type { World } from '../../world/world.ts';
import {
  copies,
  corrects,
  discards,
  follows,
  type Hand,
  handOn,
  type Of,
  posts,
  savesProfile,
  setsPicture,
  startsTimeOut,
  changesOwn,
  triesAgain,
} from './peoples-steps.ts';
import { worksAtDesk } from './desk-steps.ts';
import { matchLength, changesTicket } from './ticket-steps.ts';
import { logsInOn, logsOutOf, opensTab, puts, startsAnew, wakesWorker } from './phones-steps.ts';
import type { Action, Step } from './plan.ts';
import { nth } from './views.ts';

/** Performs one step of a schedule, or skips it if it is impossible. */
export async function perform(world: World, step: Step): Promise<void> {
  if ('device' in step) {
    const device = nth(world.devices, step.device);
    if (device) await onDevice(world, device, step);
    return;
  }
  await elsewhere(world, step);
}

type OnDevice = Extract<Action, { device: number }>;

async function onDevice(world: World, device: Device, step: OnDevice): Promise<void> {
  switch (step.do) {
    case 'open-tab':
      opensTab(world, device);
      return;
    case 'kill-tab':
      frontOf(device)?.dies();
      return;
    case 'update':
      startsAnew(world, device);
      return;
    case 'die-at-step':
      if (step.worker) wakesWorker(world, device, { what: 'drain', dying: step.step });
      else frontOf(device)?.diesAtStep(step.step);
      return;
    case 'sync-event':
      wakesWorker(world, device, { what: 'drain' });
      return;
    case 'pull-event':
      wakesWorker(world, device, { what: 'pull' });
      return;
    case 'log-in':
      await logsInOn(world, device, step.who);
      return;
    case 'log-out':
      await logsOutOf(world, device, step.unsent);
      return;
    case 'network':
      device.network.fail(step.fault);
      return;
    case 'storage':
      device.disturbedAt = world.time.now();
      device.disk.fail(step.fault);
      return;
    case 'set-clock':
      device.clock.offset += step.by;
      device.clock.setAt = world.time.now();
      return;
    case 'offline':
    case 'online':
      device.offline = step.do === 'offline';
      receives(device, step.do);
      return;
    case 'look':
    case 'look-away':
      device.visible = step.do === 'look';
      receives(device, 'visibilitychange');
      return;
    case 'event':
      receives(device, step.name);
      return;
    case 'refresh':
      void frontOf(device)?.engine.refresh(step.what);
      return;
    default:
      await doByHand(world, device, { name: step.do, step });
  }
}

/** The steps of a person, by name. */
const byHand = {
  post: posts,
  copy: copies,
  'time-out': startsTimeOut,
  book: changesOwn,
  withdraw: changesOwn,
  correct: corrects,
  picture: setsPicture,
  follow: follows,
  profile: savesProfile,
  price: changesTicket,
  settle: changesTicket,
  confirm: changesTicket,
  result: worksAtDesk,
  'price-all': worksAtDesk,
  'settle-all': worksAtDesk,
  'confirm-all': worksAtDesk,
  reopen: worksAtDesk,
  undo: worksAtDesk,
  'correct-all': worksAtDesk,
  retry: triesAgain,
  discard: discards,
} satisfies { [Name in Action['do']]?: (hand: Hand, step: Of<Name>) => Promise<void> };

type ByHand = keyof typeof byHand;

async function doByHand<Name extends ByHand>(
  world: World,
  device: Device,
  { name, step }: { name: Name; step: Of<Name> },
): Promise<void> {
  const steps: { [Each in ByHand]: (hand: Hand, step: Of<Each>) => Promise<void> } = byHand;
  const hand = await handOn(world, device);
  if (hand) await steps[name](hand, step);
}

async function elsewhere(world: World, step: Exclude<Action, OnDevice>): Promise<void> {
  switch (step.do) {
    case 'end-sessions':
    case 'unverify':
    case 'verify': {
      const person = nth(world.people, step.who);
      if (!person) return;
      if (step.do === 'end-sessions') await endSessions(world.server, person);
      else {
        const is = step.do === 'verify';
        await setVerified(world.server, person, is);
        world.verified.get(person.id)?.push({ from: world.time.now(), is });
      }
      return;
    }
    case 'move-game': {
      const game = nth(world.games, step.game);
      if (!game || game.result) return;
      const kickOff = world.time.now() + step.to;
      await moveGame(world.server, game, kickOff);
      await recordsFileResult(world, game.id, undefined);
      world.kickOffs.get(game.id)?.push({ from: world.time.now(), kickOff });
      return;
    }
    case 'full-time':
      await playsToTheEnd(world, step);
      return;
    case 'borrow-key':
      await borrowsKey(world, step);
      return;
    case 'sleep':
      await sleep(world, step.minutes);
  }
}

async function playsToTheEnd(
  world: World,
  { game: which, result, again }: Extract<Action, { do: 'full-time' }>,
): Promise<void> {
  const game = nth(world.games, which);
  if (!game || (game.result && !again)) return;
  const rest = game.kickOff + matchLength - world.time.now();
  if (rest > 0) await sleep(world, rest / 60_000);
  if (!result) return;
  await endGame(world.server, game, result);
  await recordsFileResult(world, game.id, result);
}

async function recordsFileResult(world: World, fixtureId: string, result: GameResult | undefined) {
  world.fileResults.push({ place: await placeIn(world.server.database), fixtureId, result });
}

/** All phones sleep for these minutes and then wake. */
export async function sleep(world: World, minutes: number): Promise<void> {
  for (const device of world.devices) puts(device, true);
  await world.time.passesUntil(world.time.now() + minutes * 60_000);
  for (const device of world.devices) puts(device, false);
  await world.settled();
}

function receives(device: Device, name: string): void {
  for (const tab of device.tabs) tab.receives(name);
}

/** Another member sends a request with the key of an operation, which must not matter. */
async function borrowsKey(
  world: World,
  { who, which }: Extract<Action, { do: 'borrow-key' }>,
): Promise<void> {
  const { server, ledger, people } = world;
  const stranger = nth(people, who);
  const whom = people.find(({ id }) => id !== stranger?.id);
  const entry = nth(
    ledger.entries().filter(({ memberId }) => memberId !== stranger?.id),
    which,
  );
  if (!stranger || !whom || !entry) return;
  const follows = { tipsterId: whom.id, following: true };
  world.strays.set(`${stranger.id} ${entry.id}`, toIntent('follow.set', follows));
  const answer = await server.handles({
    method: 'PUT',
    path: `/api/users/followOrUnfollow?Id=${whom.id}&isFollow=true`,
    headers: {
      authorization: `Bearer ${await logsIn(server, stranger)}`,
      'idempotency-key': entry.id,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  // Only a verified tipster can be followed, so other refusals are allowed.
  const problem = answer.status >= 400 && !answer.body.includes('key-reused');
  if (problem || answer.body.includes(whom.id)) return;
  world.found('key', `a stranger with the key of ${entry.alias} is answered ${answer.status}`);
}
