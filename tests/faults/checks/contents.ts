import type { Tipster } from '#contract/members.ts';

import {
  type Due,
  memberAtFirst,
  nothingDue,
  type Season,
  take,
  type Taken,
} from '../contents/due.ts';
import { type Held, judgeHeld } from '../contents/phone.ts';
import { type Complain, judgeStored } from '../contents/stored.ts';
import { changesOf } from '../world/bookkeeping.ts';
import type { Device } from '../world/device.ts';
import { judgedAt } from '../world/ledger.ts';
import { followsAtFirst, type Person } from '../world/people.ts';
import { kickOffKnown, type World } from '../world/world.ts';
import { judgeRefusal, refusalsIn } from './refusals.ts';
import { isTip, readBase } from './view.ts';

/** Judges what everybody asked for by what the database holds at the end, and every phone. */
export async function judgeContents(world: World): Promise<void> {
  const due = await dueIn(world);
  const complain = (where: string): Complain => {
    return (subject, what) => {
      const names = subject.split(' ').map((id) => nameOf(world, id));
      world.found('not as asked', `${where}: ${names.join(' of ')} ${what}`);
    };
  };
  await judgeStored(world.server.database, due, complain('the database'));
  const { kickOff, result } = seasonIn(world);
  const now = world.time.now();
  const games = {
    kickOff: (id: string) => kickOff(id, now),
    result: (id: string) => result(id, now),
  };
  for (const device of world.devices) {
    const held = device.login && heldBy(device, device.login.person);
    if (held) judgeHeld(due, held, games, complain(`device ${device.number}`));
  }
}

function nameOf({ people, ledger }: World, id: string): string {
  return people.find((person) => person.id === id)?.name ?? ledger.alias(id);
}

/**
 * What should stand: as it was at first, and then each ask that was taken, in their order. What was
 * refused is judged in its place between them.
 */
async function dueIn(world: World): Promise<Due> {
  const due = nothingDue({ timed: true });
  for (const { id, name } of world.people) due.members.set(id, memberAtFirst(name));
  for (const [memberId, tipsterId] of followsAtFirst(world.people)) {
    due.follows.set(`${memberId} ${tipsterId}`, true);
  }
  const versions = new Map<string, number>();
  const refusals = refusalsIn(world);
  const judgeUntil = (place: number) => {
    while ((refusals[0]?.refusal.after ?? Infinity) < place) {
      const [open] = refusals.splice(0, 1);
      const version = (id: string) => versions.get(id);
      if (open) judgeRefusal(world, open, due, { ...seasonIn(world), version });
    }
  };
  for (const change of await changesOf(world.server.database)) {
    const { id, what, subject: key, member, status, becomes } = change;
    judgeUntil(id);
    if (becomes !== null) versions.set(key, becomes);
    if (what !== 'answered' || status === null || status >= 300 || member === null) continue;
    const taken = takenUnder(world, member, key);
    if (taken) take(due, taken, seasonIn(world));
    else world.found('not as asked', `nobody asked for ${world.ledger.alias(key)}`);
  }
  judgeUntil(Infinity);
  return due;
}

function takenUnder(world: World, memberId: string, key: string): Taken | undefined {
  const stray = world.strays.get(`${memberId} ${key}`);
  if (stray) return { memberId, key, ask: stray, arrivedAt: 0 };
  const entry = world.ledger.get(key);
  if (!entry?.ask || entry.memberId !== memberId) return undefined;
  return { memberId, key, ask: entry.ask, arrivedAt: judgedAt(entry) ?? world.time.now() };
}

function seasonIn(world: World): Season {
  return {
    kickOff: (fixtureId, at) => kickOffKnown(world, fixtureId, at) ?? Infinity,
    result(fixtureId, at) {
      const ended = world.games.find(({ id }) => id === fixtureId)?.result;
      return ended && ended.from <= at ? ended : undefined;
    },
  };
}

/** All that a device holds. */
function heldBy(device: Device, { id: memberId, role }: Person): Held {
  const everybody = device.disk.rows(`touchline-member-${memberId}`, 'adminTips').filter(isTip);
  const feed = device.disk.rows('touchline', 'tips').filter(isTip);
  const treated = { reader: 'administrator', tips: everybody, whole: true } as const;
  return {
    memberId,
    own: readBase(device, memberId),
    lists: [
      { reader: 'anybody', tips: feed, whole: true },
      ...(role === 'administrator' ? [treated] : []),
    ],
    tipsters: device.disk.rows('touchline', 'tipsters').filter(isTipster),
  };
}

function isTipster(row: object): row is Tipster {
  return 'firstName' in row && 'record' in row;
}
