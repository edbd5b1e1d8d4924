import { useCallback, useEffect, useState } from 'react';
import { onBrowserEvents } from '#client/browser-events.ts';
import { useObservable } from '#client/use-observable.ts';
import type { Engine, RefreshTarget, PlainRefreshTargetName } from '#sync/engine.ts';
import { hasSnapshot, isFirstScreenShown, waitUntilIdle } from '#client/startup/first-screen.ts';
import { useEngineState } from './engine-state.ts';

/** The state of a refresh; until it is `fresh`, the screen shows stored rows. */
export type Refresh = { state: 'waiting' | 'fresh' | 'failed'; retry: () => void };

/**
 * Milliseconds between a write and the time when even a slow phone has rendered the new rows. With
 * a shorter wait, an empty list would show for a moment.
 */
const renderDelayMs = 150;

async function waitForRender(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, renderDelayMs));
  await waitUntilIdle();
}

/**
 * Refreshes rows when a screen opens, becomes visible or comes online, on demand, and after a
 * failure as soon as the server responds again.
 */
export function useRefresh(target: PlainRefreshTargetName | RefreshTarget): Refresh {
  const { engine, failure } = useEngineState();
  // The target as text, so that an equal object starts no new refresh.
  const targetJson = JSON.stringify(target);
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<RefreshResult>();
  const isKnownToFail = useIsFirstScreenOffline();

  useEffect(() => {
    if (engine === undefined) return undefined;
    let current = true;
    let failed = false;
    const refresh = async () => {
      failed = false;
      const fresh = (await engine.refresh(parseTarget(targetJson))) !== 'failed';
      failed = !fresh;
      if (fresh) await waitForRender();
      if (current) setResult({ engine, targetJson, attempt, fresh });
    };
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    const retryIfOnline = () => {
      if (failed && engine.reachability.get() === 'online') refreshIfVisible();
    };
    void refresh();
    const endEvents = onBrowserEvents(['visibilitychange', 'online'], refreshIfVisible);
    const endWatching = engine.reachability.subscribe(retryIfOnline);
    return () => {
      current = false;
      endWatching();
      endEvents();
    };
  }, [engine, targetJson, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  if (failure !== undefined) return { state: 'failed', retry };
  const isCurrent =
    result?.targetJson === targetJson && result.attempt === attempt && result.engine === engine;
  if (!isCurrent) return { state: isKnownToFail ? 'failed' : 'waiting', retry };
  return { state: result.fresh ? 'fresh' : 'failed', retry };
}

/**
 * True if the browser is offline while a component of the first screen shows stored rows or a
 * snapshot: the refresh will fail, so the component does not wait for the engine.
 */
function useIsFirstScreenOffline(): boolean {
  const isShown = useObservable(isFirstScreenShown);
  const [wasShown] = useState(isShown);
  const [isCovered] = useState(hasSnapshot);
  return (isCovered || (isShown && !wasShown)) && !navigator.onLine;
}

type RefreshResult = { engine: Engine; targetJson: string; attempt: number; fresh: boolean };

function parseTarget(targetJson: string): PlainRefreshTargetName | RefreshTarget {
  return JSON.parse(targetJson);
}

/** Loads one more page; `load` returns whether it succeeded. */
export type PageLoader = {
  state: 'idle' | 'waiting' | 'failed';
  load: (target: RefreshTarget) => Promise<boolean>;
};

export function usePageLoader(): PageLoader {
  const { engine } = useEngineState();
  const [state, setState] = useState<PageLoader['state']>('idle');
  return {
    state,
    async load(target) {
      if (!engine) {
        setState('failed');
        return false;
      }
      setState('waiting');
      const answer = await engine.refresh(target);
      setState(answer === 'failed' ? 'failed' : 'idle');
      return answer !== 'failed';
    },
  };
}
