import { judgeConvergence } from '../checks/base-rows.ts';
import { judgeBooks, judgeRecords } from '../checks/books.ts';
import { judgeSessions } from '../checks/sessions.ts';
import { judgeContents } from '../checks/contents.ts';
import { outboxRows } from '../checks/sending.ts';
import { pendingOf } from '../checks/stuck.ts';
import { judgeView } from '../checks/view.ts';
import { type Device, frontOf } from '../../world/device.ts';
import { verifyAll } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import { closesAll, logsInOn, opensTab } from './phones-steps.ts';
import { sleep } from './steps.ts';

const second = 1000;
const minute = 60 * second;

/** Maximum time until everything is sent when there are no more faults, in milliseconds. */
const maxDrainMs = 5 * 60 * minute;

/** Ends a schedule: stops the faults, logs everybody in until everything is sent, and checks. */
export async function end(world: World): Promise<void> {
  world.log('no more faults');
  for (const device of world.devices) {
    device.network.mend();
    device.disk.mend();
    device.offline = false;
    device.visible = true;
    device.asleep = false;
    for (const runner of [...device.tabs, ...device.workers]) runner.diesAtStep(Infinity);
  }
  await verifyAll(world.server);
  for (const known of world.verified.values()) known.push({ from: world.time.now(), is: true });
  for (const device of world.devices) await release(world, device);
  for (const device of world.devices) {
    await drains(world, device, world.people[device.home]?.id ?? '');
  }
  for (const device of world.devices) await refreshed(world, device, ['feed', 'tipsters']);
  for (const device of world.devices) await judgeSessions(world, device);
  for (const device of world.devices) {
    judgeView(world, device);
    await judgeConvergence(world, device);
  }
  await judgeBooks(world);
  await judgeRecords(world);
  await judgeContents(world);
}

/**
 * Each person with unsent operations on a device logs in there to send them; its owner comes last.
 */
async function release(world: World, device: Device): Promise<void> {
  for (const { id } of world.people) {
    if (world.people[device.home]?.id !== id && outboxRows(device, id).length > 0) {
      await drains(world, device, id);
    }
  }
}

async function drains(world: World, device: Device, memberId: string): Promise<void> {
  await opensFor(world, device, memberId);
  const deadline = world.time.now() + maxDrainMs;
  for (;;) {
    // Only the operations' own timers may trigger a send now.
    await world.time.passesUntil(world.time.now() + 5 * second);
    const pending = pendingOf(device, memberId);
    if (pending.length === 0) return;
    if (world.time.now() > deadline) {
      for (const { id, kind, state } of pending) {
        world.found('stuck', `${world.ledger.alias(id)} ${kind} is still ${state}`);
      }
      return;
    }
    if (pending.every(({ state }) => state === 'acked')) await refreshed(world, device);
    const next = Math.min(...pending.map(({ nextAt, notBefore }) => Math.max(nextAt, notBefore)));
    const wait = next - device.now();
    if (wait > minute) await sleep(world, wait / minute);
    else await world.time.passesUntil(world.time.now() + 30 * second);
  }
}

/** Logs a member in. A page of the member stays; otherwise the app is started again. */
async function opensFor(world: World, device: Device, memberId: string): Promise<void> {
  const front = frontOf(device);
  const who = world.people.findIndex(({ id }) => id === memberId);
  if (front?.memberId !== memberId) closesAll(device);
  await logsInOn(world, device, who);
  if (!frontOf(device)) opensTab(world, device);
  // Focuses the app once; from then on nothing from outside triggers it.
  frontOf(device)?.receives('focus');
  await world.settled();
}

/** Refreshes the rows of the logged-in member, as opening the screens does. */
async function refreshed(
  world: World,
  device: Device,
  others: readonly ('feed' | 'tipsters')[] = [],
): Promise<void> {
  const engine = frontOf(device)?.engine;
  const isAdministrator = device.login?.person.role === 'administrator';
  for (const what of [
    'own' as const,
    ...(isAdministrator ? (['admin-tips', 'desk'] as const) : []),
    ...others,
  ]) {
    void engine?.refresh(what);
    await world.settled();
    await world.time.passesUntil(world.time.now() + 2 * second);
  }
}
