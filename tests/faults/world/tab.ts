import type { DexieOptions } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';

import { drainInBackground, pullInBackground } from '#sync/background.ts';
import type { Clock } from '#sync/clock.ts';
import { createEngine, type Engine, type OperationOutcome } from '#sync/engine.ts';
import { LoginStore } from '#sync/storage/login-store.ts';
import { MemberStore } from '#sync/storage/member-store.ts';
import { PublicStore } from '#sync/storage/public-store.ts';

import type { Device } from './device.ts';
import type { StorageUser } from './disk.ts';
import type { Sender } from './network.ts';
import { site } from './server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Common base of tabs and workers: they use the device's clock, and may die. */
type Runner = Sender &
  StorageUser & {
    clock: Clock;
    indexedDB: IDBFactory;
    /** Kills the runner: none of its code runs any more, and nothing reaches it. */
    dies: () => void;
    /** Kills the runner at the nth storage step from now. */
    diesAtStep: (step: number) => void;
    died: Promise<void>;
    /** Runs the timers that were due while the phone slept. */
    wakes: () => void;
  };

/** An open page with the engine of its member. */
export type Tab = Runner & {
  memberId: string | undefined;
  engine: Engine;
  store: MemberStore | undefined;
  publicStore: PublicStore;
  receives: (name: string) => void;
};

type RunnerParts = {
  name: string;
  device: Device;
  time: VirtualTime;
  onDeath: () => void;
};

function aRunner({ name, device, time, onDeath }: RunnerParts): Runner {
  let alive = true;
  let remainingSteps = Infinity;
  const death = Promise.withResolvers<void>();
  const overdue: (() => void)[] = [];

  const runner: Runner = {
    name,
    isAlive: () => alive,
    isOffline: () => device.offline,
    died: death.promise,
    clock: {
      now: device.now,
      schedule(milliseconds, run) {
        let calledOff = false;
        const due = () => {
          if (!alive || calledOff) return;
          if (device.asleep) overdue.push(due);
          else run();
        };
        const callOff = time.at(time.now() + milliseconds, due);
        return () => {
          calledOff = true;
          callOff();
        };
      },
    },
    wakes() {
      for (const due of overdue.splice(0)) due();
    },
    steps() {
      remainingSteps -= 1;
      if (alive && remainingSteps <= 0) runner.dies();
    },
    diesAtStep(step) {
      remainingSteps = step;
    },
    dies() {
      if (!alive) return;
      alive = false;
      device.disturbedAt = time.now();
      device.locks?.releaseAll(runner);
      device.disk.closeAllOf(runner);
      death.resolve();
      onDeath();
    },
    get indexedDB() {
      return factory;
    },
  };
  const factory = device.disk.factoryFor(runner);
  return runner;
}

/** Without Dexie's cache, which only serves live queries and costs time. */
function databasesOf({ indexedDB }: Runner): DexieOptions {
  return { indexedDB, IDBKeyRange, cache: 'disabled' };
}

/** A woken worker, which lives until its work is done or it dies. */
export type Worker = Runner & {
  drains: () => Promise<'done' | 'incomplete'>;
  pulls: () => Promise<void>;
};

export function aWorker(parts: RunnerParts): Worker {
  const { device } = parts;
  const runner = aRunner(parts);
  const background = {
    origin: site,
    fetch: device.network.fetchFor(runner),
    clock: runner.clock,
    random: device.chance.next,
    locks: device.locks?.of(runner),
    databases: databasesOf(runner),
  };
  return Object.assign(runner, {
    drains: async () => drainInBackground(background),
    pulls: async () => pullInBackground(background),
  });
}

type TabParts = RunnerParts & { onOutcome: (tab: Tab, outcome: OperationOutcome) => void };

/** Opens a page on a device. */
export function aTab({ onOutcome, ...parts }: TabParts): Tab {
  const { device } = parts;
  const runner = aRunner(parts);
  const options = databasesOf(runner);
  const memberId = device.login?.person.id;
  const publicStore = new PublicStore(options);
  const store = memberId === undefined ? undefined : new MemberStore(memberId, options);
  const window = new EventTarget();
  const document = new EventTarget();

  const engine = createEngine({
    configuration: { apiBaseUrl: '', oddsBaseUrl: '/odds', oddsApiKey: '' },
    origin: site,
    publicStore,
    openLogins: () => new LoginStore(options),
    memberId,
    memberStore: store,
    // The token that the browser stores; the engine must notice if it is another member's.
    token: () => device.login?.token,
    fetch: device.network.fetchFor(runner),
    clock: runner.clock,
    random: device.chance.next,
    locks: device.locks?.of(runner),
    events: {
      window,
      document,
      isVisible: () => device.visible && !device.asleep,
      isOnline: () => !device.offline,
    },
    onOutcome: (outcome) => {
      if (runner.isAlive()) onOutcome(tab, outcome);
    },
  });
  const tab: Tab = Object.assign(runner, {
    memberId,
    engine,
    store,
    publicStore,
    receives(name: string) {
      if (!runner.isAlive()) return;
      (name === 'visibilitychange' ? document : window).dispatchEvent(new Event(name));
    },
  });
  engine.start();
  return tab;
}
