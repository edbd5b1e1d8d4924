import type { OperationOutcome } from '#sync/engine.ts';

import { type Device, frontOf } from '../../world/device.ts';
import { logInOn, logOutOf } from '../../world/logins.ts';
import { whileRunning } from '../../world/quiet.ts';
import { aTab, aWorker, type Tab } from '../../world/tab.ts';
import type { World } from '../../world/world.ts';

/** Opens a page on a device for its logged-in person. */
export function opensTab(world: World, device: Device): Tab {
  const name = `device ${device.number}, tab ${device.tabs.length + 1}`;
  const tab = aTab({
    name,
    device,
    time: world.time,
    onDeath: () => world.log(`${name} is gone`),
    onOutcome: (_tab: Tab, outcome: OperationOutcome) => judgeOutcome(world, outcome),
  });
  device.tabs.push(tab);
  return tab;
}

/** Checks that the app reports success only after the server has accepted the operation. */
function judgeOutcome(world: World, { operation }: OperationOutcome): void {
  const entry = world.ledger.get(operation.id);
  if (operation.state === 'acked' && entry && !entry.done && !entry.refused) {
    world.found('posted without an effect', `${entry.alias} was reported as done`);
  }
}

/** Closes every page and starts the app, as after an update. */
export function startsAnew(world: World, device: Device): void {
  for (const tab of device.tabs) tab.receives('pagehide');
  closesAll(device);
  opensTab(world, device);
}

export function closesAll(device: Device): void {
  for (const tab of device.tabs) tab.dies();
  device.tabs = [];
}

/** Wakes the worker repeatedly while operations remain, as the browser does. */
export function wakesWorker(
  world: World,
  device: Device,
  { what, tries = 3, dying }: { what: 'drain' | 'pull'; tries?: number; dying?: number },
): void {
  const name = `device ${device.number}, worker`;
  const onDeath = () => undefined;
  const worker = aWorker({ name, device, time: world.time, onDeath });
  device.workers.add(worker);
  if (dying !== undefined) worker.diesAtStep(dying);
  const work = what === 'pull' ? worker.pulls() : worker.drains();
  void Promise.race([work, worker.died]).then((outcome) => {
    world.log(`${name}: ${outcome ?? 'over'}`);
    device.workers.delete(worker);
    worker.dies();
    if (outcome !== 'incomplete' || tries <= 1) return;
    const again = () => wakesWorker(world, device, { what, tries: tries - 1 });
    world.time.at(world.time.now() + 300_000, again);
  });
}

/** Logs a person in. The tab in front restarts for them; other tabs keep their own member. */
export async function logsInOn(world: World, device: Device, who: number): Promise<void> {
  const person = world.people[who];
  if (!person) return;
  const before = device.login?.person.id;
  await whileRunning(logInOn(device, world.server, person));
  const front = frontOf(device);
  if (before === person.id && front?.memberId === person.id) {
    front.engine.sendPending('woke');
    return;
  }
  front?.dies();
  opensTab(world, device);
}

export async function logsOutOf(
  world: World,
  device: Device,
  unsent: 'keep' | 'delete',
): Promise<void> {
  const memberId = device.login?.person.id;
  if (memberId === undefined) return;
  for (const tab of device.tabs) if (tab.memberId === memberId) tab.dies();
  if (unsent === 'delete') world.action = { what: 'leaving', device: device.number, memberId };
  await logOutOf(device, unsent);
  await world.settled();
  world.action = undefined;
}

/** Puts the phone to sleep or wakes it. */
export function puts(device: Device, asleep: boolean): void {
  device.asleep = asleep;
  if (asleep) return;
  for (const runner of [...device.tabs, ...device.workers]) runner.wakes();
}
