import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Engine } from '#sync/engine.ts';
import { useSession } from '#client/session/session.ts';
import { waitForFullCatalogue } from '#client/startup/message-catalogue.ts';
import { onBrowserEvents } from '#client/browser-events.ts';
import { useObservable } from '#client/use-observable.ts';
import {
  currentDatabases,
  type Databases,
  type Device,
  DeviceProvider,
  getDevice,
} from './device.tsx';
import { setFormatClock } from '#client/ui/formats.ts';
import { serverNow } from './server-time.ts';
import {
  reportFirstScreenShown,
  serverNeeded,
  waitUntilRowsShown,
} from '#client/startup/first-screen.ts';
import { prefetchInIdleTime } from './prefetching.ts';
import { EngineContext, type EngineState } from './engine-state.ts';
import type { EngineStartResult } from './start.ts';
import { hasAnyStoredRow } from './storage.ts';

type LiveDeviceProps = {
  children: ReactNode;
  /** Opens the databases of a member; tests pass their own function. */
  open?: (memberId: string | undefined, databases: Databases) => Device;
  /** Starts the engine, unless the databases were replaced meanwhile. */
  start?: (device: Device, signal: AbortSignal) => Promise<EngineStartResult>;
};

/** Provides the device, and starts the engine once a screen is shown. */
export function LiveDeviceProvider({
  children,
  open = getDevice,
  start = startAfterFirstScreen,
}: LiveDeviceProps) {
  const session = useSession();
  const memberId = session?.memberId;
  const databases = useObservable(currentDatabases);
  // The device changes when the databases change; forms keep their typed text.
  const device = useMemo(() => open(memberId, databases), [open, memberId, databases]);
  const running = useEngineStart(device, start);
  const { engine } = running;

  // A new login of the same member lets the engine send again.
  const token = session?.token;
  useEffect(() => {
    if (token !== undefined) engine?.sendPending('woke');
  }, [engine, token]);

  useEffect(() => setFormatClock(() => serverNow(engine)), [engine]);

  useEffect(() => (engine ? renewTokenWhileVisible(engine) : undefined), [engine]);

  useEffect(() => (engine ? prefetchInIdleTime(engine, device) : undefined), [engine, device]);

  return (
    <DeviceProvider device={device}>
      <EngineContext value={running}>{children}</EngineContext>
    </DeviceProvider>
  );
}

function renewTokenWhileVisible(engine: Engine): () => void {
  const renew = async () => {
    if (document.visibilityState !== 'visible') return;
    // The import fails if the page is being closed, or offline without the code; the next
    // visibility change retries.
    const login = await import('../account/login.ts').catch(() => undefined);
    await login?.renewTokenWhenDue(engine);
  };
  const onChange = () => void renew();
  onChange();
  return onBrowserEvents(['visibilitychange'], onChange);
}

/**
 * Loads the engine after the first screen; at once if the screen has no rows or needs the server.
 */
async function startAfterFirstScreen(
  device: Device,
  signal: AbortSignal,
): Promise<EngineStartResult> {
  await Promise.race([waitForStoredRows(device), serverNeeded]);
  reportFirstScreenShown();
  // Messages about the engine's outcomes need all texts.
  void waitForFullCatalogue().catch(() => undefined);
  const { startEngine } = await import('./start.ts');
  // If storage responds after the device was replaced, a second engine would start.
  signal.throwIfAborted();
  return startEngine(device);
}

async function waitForStoredRows(device: Device): Promise<void> {
  const read = async () => hasAnyStoredRow(device).catch(() => false);
  // Lets the first screen read its rows before the engine reads.
  await new Promise((resolve) => setTimeout(resolve));
  if (await read()) await waitUntilRowsShown(read);
}

type EngineStartState = Omit<EngineState, 'retry'> & { attempt: number };

const emptyEngineStartState = { engine: undefined, configuration: undefined, failure: undefined };

function useEngineStart(device: Device, start: LiveDeviceProps['start'] & {}): EngineState {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<EngineStartState>({ ...emptyEngineStartState, attempt });
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    let stop = () => {};
    const leaving = new AbortController();
    const { signal } = leaving;
    void start(device, signal).then(
      (started) => {
        if ('engine' in started) stop = () => void started.engine.stop();
        if (signal.aborted) stop();
        else setState({ ...emptyEngineStartState, ...started, attempt });
      },
      // The engine's code could not be loaded.
      () =>
        signal.aborted || setState({ ...emptyEngineStartState, failure: 'Server error', attempt }),
    );
    return () => {
      leaving.abort();
      stop();
      setState(({ configuration }) => ({ ...emptyEngineStartState, configuration, attempt }));
    };
  }, [device, start, attempt]);

  const failed = state.failure !== undefined;
  useEffect(() => {
    return failed ? onBrowserEvents(['online'], retry) : undefined;
  }, [failed, retry]);

  return useMemo(() => ({ ...state, retry }), [state, retry]);
}
