import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useDevice } from './device-context.tsx';
import { askToKeep, type Promised, promisedIn } from './keep-for-good.ts';

/** How much room is taken of how much, and what the browser has promised. */
export type Room = { usage: number | undefined; quota: number | undefined };

/** Undefined while it is being asked, and where a browser does not tell. */
export function useRoom(): Room | undefined {
  const [room, setRoom] = useState<Room>();
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      const { usage, quota } = await navigator.storage.estimate();
      if (wanted) setRoom({ usage, quota });
    };
    look().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, []);
  return room;
}

/** The browser's answer to the question whether it keeps what is saved here; null when never asked. */
export function usePromised(): Promised | null | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(async () => (await promisedIn(publicStore)) ?? null, [publicStore]);
}

/** Whether the browser keeps what is saved here, as it says itself, and the way to ask it. */
export function usePersistence(): {
  persisted: boolean | undefined;
  /** Answers what the browser has promised. */
  ask: () => Promise<boolean>;
} {
  const { publicStore } = useDevice();
  const [persisted, setPersisted] = useState<boolean>();
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      const told = await navigator.storage.persisted();
      if (wanted) setPersisted(told);
    };
    look().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, []);
  const ask = async () => {
    const granted = await askToKeep(publicStore);
    setPersisted(granted);
    return granted;
  };
  return { persisted, ask };
}
