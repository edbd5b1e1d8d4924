import type { UndoableAction } from '../model/schedule/undoable-actions.ts';
import type { Chance } from './chance.ts';
import { disk, type Disk, type DiskWatch } from './disk.ts';
import { type Network, network, type NetworkWatch } from './network.ts';
import { type DeviceLocks, deviceLocks } from './locks.ts';
import type { Person } from './people.ts';
import type { Server } from './server.ts';
import type { Tab, Worker } from './tab.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The login that the browser stores for all its tabs. */
type Login = { person: Person; token: string };

/** A phone: its storage, network, clock, tabs and worker. */
export type Device = {
  number: number;
  disk: Disk;
  network: Network;
  locks: DeviceLocks | undefined;
  chance: Chance;
  tabs: Tab[];
  workers: Set<Worker>;
  /** True if its browser wakes a worker in this schedule. */
  hasWorker: boolean;
  /** The index of the person who owns the device. */
  home: number;
  login: Login | undefined;
  /** The tokens that were logged out here. */
  loggedOut: string[];
  /** The `Authorization` headers of reads that got a 401 response here. */
  refusedCredentials: Set<string>;
  /** Desk actions on this device, the last one first. */
  actions: UndoableAction[];
  offline: boolean;
  visible: boolean;
  /** While true, nothing runs on the device. */
  asleep: boolean;
  /** The error of its clock in milliseconds, and when it was last changed. */
  clock: { offset: number; setAt: number };
  /** When a storage fault or a death last affected the device. */
  disturbedAt: number;
  now: () => number;
};

type DeviceParts = {
  number: number;
  time: VirtualTime;
  server: Server;
  chance: Chance;
  home: number;
  hasWorker: boolean;
  hasLocks: boolean;
  watch: NetworkWatch & DiskWatch;
};

export function aDevice({
  number,
  home,
  hasWorker,
  time,
  server,
  chance,
  hasLocks,
  watch,
}: DeviceParts): Device {
  const clock = { offset: 0, setAt: 0 };
  return {
    number,
    disk: disk(watch),
    network: network({ time, chance, server, watch }),
    locks: hasLocks ? deviceLocks() : undefined,
    chance,
    tabs: [],
    workers: new Set(),
    home,
    hasWorker,
    login: undefined,
    loggedOut: [],
    refusedCredentials: new Set(),
    actions: [],
    offline: false,
    visible: true,
    asleep: false,
    clock,
    disturbedAt: -1,
    now: () => time.now() + clock.offset,
  };
}

/** The visible tab. */
export function frontOf({ tabs }: Device): Tab | undefined {
  return tabs.findLast((tab) => tab.isAlive());
}
