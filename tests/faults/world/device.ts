import type { UndoableAction } from '../model/schedule/undoable-actions.ts';
import type { Chance } from './chance.ts';
import { disk, type Disk, type DiskWatch } from './disk.ts';
import { type Network, network, type NetworkWatch } from './network.ts';
import { type DeviceLocks, deviceLocks } from './locks.ts';
import type { Person } from './people.ts';
import type { Server } from './server.ts';
import type { Tab, Worker } from './tab.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A browser's stored login, for every tab. */
type Login = { person: Person; token: string };

/** One phone: its storage, its network, its clock, and its tabs and worker. */
export type Device = {
  number: number;
  disk: Disk;
  network: Network;
  locks: DeviceLocks | undefined;
  chance: Chance;
  tabs: Tab[];
  workers: Set<Worker>;
  /** Whether its browser wakes a worker in this schedule; loading it takes time. */
  hasWorker: boolean;
  /** The index of its owner. */
  home: number;
  login: Login | undefined;
  /** The tokens of its logouts. */
  loggedOut: string[];
  /** The `Authorization` headers of reads that were answered 401 here. */
  refusedCredentials: Set<string>;
  /** Desk actions on this device, the last first. */
  actions: UndoableAction[];
  offline: boolean;
  visible: boolean;
  /** Until when it sleeps and nothing runs. */
  asleep: boolean;
  /** Offset of its clock, and when it was last set. */
  clock: { offset: number; setAt: number };
  /** When a storage fault or a death last affected it. */
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
