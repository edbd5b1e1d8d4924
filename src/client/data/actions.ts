import { useMemo } from 'react';
import type { Tip } from '#contract/tips.ts';
import type { LegSettle } from '#sync/operations/leg-settle.ts';
import type { OddsSet } from '#sync/operations/odds-set.ts';
import type { ProfileSave } from '#sync/operations/profile-save.ts';
import type { TimeOutLength } from '#domain/time-out.ts';
import type { Device } from './device.ts';
import { useDevice } from './device-context.ts';
import type { GameTip, Posting } from './queue.ts';
import type * as Queue from './queue.ts';
import type { Shrunk } from './shrink-picture.ts';
import { noteUsefulAct } from './install.ts';
import { loadFolding } from './use-operations.ts';
import { type Running, useRunning } from './running.ts';
import { serverNow } from './server-clock.ts';

/** Puts back what was taken off this device. */
type Undo = () => Promise<unknown>;

/** What a member can do. Each resolves once it is safe on this device, whatever the network does. */
export type Actions = {
  /** Posts the slip; or one game alone, which leaves the slip as it is. */
  postTip: (game?: GameTip) => Promise<Posting>;
  copyTip: (tip: Tip) => Promise<string>;
  bookTip: (tip: Tip) => Promise<void>;
  followTipster: (tipsterId: string, following: boolean) => Promise<void>;
  saveProfile: (values: ProfileSave, picture?: Shrunk) => Promise<void>;
  /** Answers the operation, which can be discarded as long as it waits on this device. */
  withdrawTip: (tip: Tip) => Promise<string | undefined>;
  setOdds: (tip: Tip, changes: OddsSet['changes']) => Promise<void>;
  settleLeg: (tip: Tip, change: LegSettle['change']) => Promise<void>;
  confirmTip: (tip: Tip) => Promise<void>;
  /** Begins a time-out, or makes the one that runs longer: nobody can take it back. */
  takeTimeOut: (length: TimeOutLength) => Promise<void>;
  retry: (operationId: string) => Promise<void>;
  /** Answers how to put it back; nothing when it was gone already. */
  discard: (operationId: string) => Promise<Undo | undefined>;
};

/** The acts of the logged-in member. The queue's code loads with the first of them. */
export function useActions(): Actions {
  const device = useDevice();
  const { engine } = useRunning();
  return useMemo(() => actions(device, engine), [device, engine]);
}

function actions(device: Device, engine: Running['engine']): Actions {
  const queue = async <Value>(act: (queue: typeof Queue) => Promise<Value>) => {
    const [loaded] = await Promise.all([import('./queue.ts'), loadFolding()]);
    const value = await act(loaded);
    engine?.nudge();
    return value;
  };
  /** What nobody does on a time-out. */
  const locked: typeof queue = async (act) => {
    const { refuseInTimeOut } = await import('./time-out-lock.ts');
    await refuseInTimeOut(device.member, serverNow(engine));
    return queue(act);
  };
  return {
    postTip: async (game) => {
      const posting = await locked(({ postGame, postSlip }) =>
        game ? postGame(device, game) : postSlip(device),
      );
      if ('postedId' in posting) noteUsefulAct();
      return posting;
    },
    copyTip: async (tip) => {
      const id = await locked(({ copyTip }) => copyTip(device, tip));
      noteUsefulAct();
      return id;
    },
    bookTip: (tip) => locked(({ bookTip }) => bookTip(device, tip)),
    followTipster: (id, following) =>
      queue(({ followTipster }) => followTipster(device, id, following)),
    saveProfile: (values, picture) =>
      queue(({ saveProfile }) => saveProfile(device, values, picture)),
    withdrawTip: (tip) => queue(({ withdrawTip }) => withdrawTip(device, tip)),
    setOdds: (tip, changes) => queue(({ setOdds }) => setOdds(device, tip, changes)),
    settleLeg: (tip, change) => queue(({ settleLeg }) => settleLeg(device, tip, change)),
    confirmTip: (tip) => queue(({ confirmTip }) => confirmTip(device, tip)),
    takeTimeOut: async (length) => {
      const { takeTimeOut } = await import('./time-out-lock.ts');
      const isForeign = engine?.backend.get() === 'foreign';
      await queue(async () => takeTimeOut(device, { length, now: serverNow(engine), isForeign }));
    },
    retry: async (id) => {
      const { refuseAgainInTimeOut } = await import('./time-out-lock.ts');
      await refuseAgainInTimeOut(device.member, id, serverNow(engine));
      return queue(({ retry }) => retry(device, id));
    },
    discard: async (id) => {
      const undo = await queue(({ drop }) => drop(device, id));
      return undo && (() => queue(undo));
    },
  };
}
