import { randomUUID } from 'node:crypto';

import { touchlineBackend } from '#sync/backend/backend.ts';
import { type OperationKind, operationsByKind, type PayloadOf } from '#sync/operations/registry.ts';
import {
  cancelOperation,
  discardOperation,
  queueOperation,
  retryOperation,
} from '#sync/outbox/outbox.ts';
import { beginTimeOut } from '#sync/stored-time-out.ts';

import { aPicture } from '../../../testing/tips/pictures.ts';
import { judgeCancelled } from '../checks/outbox.ts';
import { outboxRows } from '../checks/sending.ts';
import { readBase } from '../checks/view.ts';
import { formFields } from '../../contents/due.ts';
import { toIntent } from '../../contents/intents.ts';
import { legOn } from '../../contents/options.ts';
import { type Device, frontOf } from '../../world/device.ts';
import type { Game } from '../../world/people.ts';
import { whileRunning } from '../../world/quiet.ts';
import type { Tab } from '../../world/tab.ts';
import type { PersonAction, World } from '../../world/world.ts';
import { logsInOn, opensTab } from './phones-steps.ts';
import type { Action } from './plan.ts';
import { nth, tipsOfOthers, tipsShown } from './views.ts';

/** A logged-in person at the tab in front. */
export type Hand = { world: World; device: Device; tab: Tab; memberId: string };

/** Prepares a device for a step: opens the app and logs in if needed. */
export async function handOn(world: World, device: Device): Promise<Hand | undefined> {
  if (!device.login) await logsInOn(world, device, device.home);
  const memberId = device.login?.person.id;
  const front = frontOf(device);
  const tab = front?.memberId === memberId ? front : opensTab(world, device);
  await world.settled();
  return tab && memberId !== undefined ? { world, device, tab, memberId } : undefined;
}

/** The type of a step with this name. */
export type Of<Name extends Action['do']> = Extract<Action, { do: Name }>;

export async function posts(hand: Hand, step: Of<'post'>): Promise<void> {
  const { games } = hand.world;
  const chosen = [...new Set(step.games)].flatMap((index) => nth(games, index) ?? []);
  await queues(hand, 'tip.post', tipOn(hand.device, chosen, step));
}

/** Copies another member's tip, as it is or with one more game. */
export async function copies(hand: Hand, step: Of<'copy'>): Promise<void> {
  const original = nth(tipsOfOthers(hand.device), step.which);
  if (!original) {
    void hand.tab.engine.refresh('feed');
    return;
  }
  const { id, ...tip } = tipOn(hand.device, step.adds ? hand.world.games.slice(-1) : [], step);
  const legs = original.options.map(
    ({ fixtureId, sportKey, game, group, oddName, odd, startDateOfGame }) => ({
      fixtureId,
      game,
      group,
      oddName,
      odd,
      startDateOfGame,
      ...(sportKey !== undefined && { sportKey }),
    }),
  );
  const others = tip.options.filter((leg) =>
    legs.every((each) => each.fixtureId !== leg.fixtureId),
  );
  const options = [...legs, ...others];
  await queues(hand, 'tip.post', { ...tip, id, options, copiedFrom: original.id });
}

/** Withdraws a tip and posts it with another game; the post waits for the withdrawal. */
export async function corrects(hand: Hand, step: Of<'correct'>): Promise<void> {
  const tip = nth(tipsShown(hand.device, 'own'), step.which);
  if (!tip) return;
  const { id: tipId, version } = tip;
  await queues(hand, 'tip.withdraw', { tipId }, { version });
  if (!hand.tab.isAlive()) return;
  const corrected = tipOn(hand.device, hand.world.games.slice(-2), {
    ifStarted: 'drop',
    stake: 1,
    options: ['1X2 - X', 'O/U 2.5 - Under'],
  });
  await queues(hand, 'tip.post', { ...corrected, after: [tipId] });
}

function tipOn(
  device: Device,
  games: readonly Game[],
  {
    ifStarted,
    stake,
    options = [],
    analysis,
  }: Pick<Of<'post'>, 'ifStarted' | 'stake' | 'options' | 'analysis'>,
): PayloadOf<'tip.post'> {
  return {
    id: idOn(device),
    tipsterName: 'somebody',
    options: games.map((game, index) => legOn(game, nth(options, index))),
    stake,
    ...(analysis !== undefined && { analysis }),
    ifStarted,
  };
}

let made = 0;

/** Creates an id with the time of the device's clock, which may be wrong. */
function idOn(device: Device): string {
  made += 1;
  const time = device.now().toString(16).padStart(12, '0');
  const rest = `${(made % 4096).toString(16).padStart(3, '0')}-8${randomUUID().slice(20)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest}`;
}

export async function changesOwn(hand: Hand, step: Of<'book'> | Of<'withdraw'>): Promise<void> {
  const tip = nth(tipsShown(hand.device, 'own'), step.which);
  if (!tip) return;
  const operation = step.do === 'book' ? 'tip.book' : 'tip.withdraw';
  await queues(hand, operation, { tipId: tip.id }, { version: tip.version });
}

export async function follows(hand: Hand, step: Of<'follow'>): Promise<void> {
  const others = hand.world.people.filter(({ id }) => id !== hand.memberId);
  const tipsterId = nth(others, step.whom)?.id ?? '';
  let { following } = step;
  for (let tap = 0; tap < step.taps && hand.tab.isAlive(); tap += 1) {
    await queues(hand, 'follow.set', { tipsterId, following });
    following = !following;
  }
}

export async function savesProfile(hand: Hand, step: Of<'profile'>): Promise<void> {
  const form = formOf(hand);
  const { field, value, showPhone } = step;
  const shown = showPhone !== undefined && { showPhone };
  if (!form) return;
  const saved = { ...form, [field]: value };
  await queues(hand, 'profile.save', { ...saved, ...shown });
  if (!step.also || !hand.tab.isAlive()) return;
  await queues(hand, 'profile.save', { ...saved, [step.also.field]: step.also.value });
}

/** Begins a time-out, which exempts earlier unsent posts and bookings. */
export async function startsTimeOut(hand: Hand, { length }: Of<'time-out'>): Promise<void> {
  const { device, tab, memberId } = hand;
  const { store } = tab;
  if (!store) return;
  const since = new Date(device.now()).toISOString();
  const spared = outboxRows(device, memberId)
    .filter(({ kind }) => kind === 'tip.post' || kind === 'tip.book')
    .filter(({ state }) => !['acked', 'rejected', 'conflict'].includes(state))
    .map(({ id }) => id);
  const begun = beginTimeOut(
    { id: memberId, store },
    { length, since },
    { backend: touchlineBackend },
  );
  await requests(hand, 'time-out.take', { length, since, spared }, begun);
}

export async function setsPicture(hand: Hand, { colour }: Of<'picture'>): Promise<void> {
  const form = formOf(hand);
  const bytes = Uint8Array.from(await whileRunning(aPicture({ width: 8, height: 8 }, colour)));
  if (form) await queues(hand, 'picture.set', { ...form, bytes, type: 'image/png' });
}

function formOf({ device, memberId }: Hand) {
  const { profile } = readBase(device, memberId);
  if (!profile) return undefined;
  const { id, email } = profile;
  return { id, email, ...formFields(profile) };
}

export async function triesAgain(hand: Hand, step: Of<'retry'>): Promise<void> {
  const { world, device, tab, memberId } = hand;
  const row = nth(outboxRows(device, memberId), step.which);
  if (!row || !tab.store) return;
  const action = { what: 'retrying', device: device.number, renamed: new Map() } as const;
  await does(hand, action, retryOperation(tab.store, row.id));
  world.log(`retries ${world.ledger.alias(row.id)}`);
  tab.engine.sendPending('woke');
}

export async function discards(hand: Hand, step: Of<'discard'>): Promise<void> {
  const { world, device, tab, memberId } = hand;
  const rows = outboxRows(device, memberId);
  const waiting = rows.filter(({ state }) => state === 'rejected' || state === 'conflict');
  const row = nth(waiting, step.which);
  if (!row || !tab.store) return;
  const action = { what: 'discarding', device: device.number, id: row.id } as const;
  await does(hand, action, discardOperation(tab.store, row.id));
  world.log(`discards ${world.ledger.alias(row.id)}`);
  tab.engine.sendPending('added');
}

/** Cancels an unsent operation; returns true on success. */
export async function cancels(hand: Hand, id: string): Promise<boolean> {
  const { world, device, tab, memberId } = hand;
  if (!tab.store) return false;
  const action = { what: 'cancelling', device: device.number, id } as const;
  let isCancelled = false;
  const cancelling = cancelOperation(tab.store, id).then((is) => (isCancelled = is));
  await does(hand, action, cancelling);
  world.log(`${isCancelled ? 'takes back' : 'cannot take back'} ${world.ledger.alias(id)}`);
  const isThere = outboxRows(device, memberId).some((row) => row.id === id);
  if (isCancelled && isThere) {
    world.found('broken promise', `${world.ledger.alias(id)} was taken back, and is there`);
  }
  return isCancelled;
}

type Details = { version?: number };

/** Queues an operation as the app does; returns its id unless it only cancels an earlier one. */
export async function queues<Kind extends OperationKind>(
  hand: Hand,
  kind: Kind,
  payload: PayloadOf<Kind>,
  { version = 0 }: Details = {},
): Promise<string | undefined> {
  const { device, tab, memberId } = hand;
  const { store } = tab;
  if (!store) return undefined;
  const queueing = {
    memberId,
    kind,
    payload,
    now: device.now(),
    ...(version > 0 && { baseVersion: version }),
  };
  return requests(hand, kind, payload, queueOperation(store, queueing));
}

/** Records a request, and checks that the operation is stored when the engine says so. */
async function requests<Kind extends OperationKind>(
  hand: Hand,
  kind: Kind,
  payload: PayloadOf<Kind>,
  queued: Promise<{ id: string } | undefined | void>,
): Promise<string | undefined> {
  const { world, device, tab, memberId } = hand;
  const subjects = operationsByKind[kind].subjects(payload);
  const who = { device: device.number, memberId, subjects };
  const action: Extract<PersonAction, { what: 'queueing' }> = {
    what: 'queueing',
    ...who,
    intent: toIntent(kind, payload),
    replaced: [],
  };
  let id: string | undefined;
  const promised = queued.then((row) => {
    world.counts.operations += 1;
    world.observe();
    id = row?.id;
    const isThere = action.entry && (!row || action.entry.id === row.id);
    if (!isThere && (row || action.replaced.length === 0)) {
      world.found('broken promise', `${kind} was promised, and is not there`);
    }
    tab.engine.sendPending('added');
  });
  await does(hand, action, promised);
  judgeCancelled(world, action);
  return id;
}

/** Waits for work, or until the tab is killed. */
async function does(
  { world, tab }: Hand,
  action: World['action'],
  work: Promise<unknown>,
): Promise<void> {
  world.action = action;
  try {
    await Promise.race([work, tab.died]);
  } catch (error) {
    const name = error instanceof Error ? error.name : String(error);
    world.log(`gets the error of: ${name}`);
  }
  await world.settled();
  world.action = undefined;
}
