import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Engine } from '#sync/engine.ts';
import { useSession } from '#client/session/session.ts';
import { untilFullCatalog } from '#client/startup/message-catalog.ts';
import { onBrowserEvents } from '#client/browser-events.ts';
import { useObserved } from '#client/use-observed.ts';
import {
  currentDatabases,
  type Databases,
  type Device,
  DeviceProvider,
  deviceOf,
} from './device.tsx';
import { setClock } from '#client/ui/formats.ts';
import { serverNow } from './server-time.ts';
import { noteFirstScreen, serverNeeded, untilShown } from '#client/startup/first-screen.ts';
import { prefetchInIdleTime } from './prefetching.ts';
import { RunningContext, type Running } from './running.ts';
import type { Started } from './start.ts';
import { anythingStored } from './storage.ts';

type LiveDeviceProps = {
  children: ReactNode;
  /** The device for a member; a test passes its own. */
  open?: (memberId: string | undefined, databases: Databases) => Device;
  /** Starts the engine, unless the device was replaced meanwhile. */
  start?: (device: Device, signal: AbortSignal) => Promise<Started>;
};

/** Provides the device, and starts the engine once a screen is shown. */
export function LiveDevice({ children, open = deviceOf, start = startLater }: LiveDeviceProps) {
  const session = useSession();
  const memberId = session?.memberId;
  const databases = useObserved(currentDatabases);
  // Other databases make another device; forms keep their typed text.
  const device = useMemo(() => open(memberId, databases), [open, memberId, databases]);
  const running = useStarted(device, start);
  const { engine } = running;

  // A new login of the same member continues the sending.
  const token = session?.token;
  useEffect(() => {
    if (token !== undefined) engine?.nudge('woke');
  }, [engine, token]);

  useEffect(() => setClock(() => serverNow(engine)), [engine]);

  useEffect(() => (engine ? renewWhileVisible(engine) : undefined), [engine]);

  useEffect(() => (engine ? prefetchInIdleTime(engine, device) : undefined), [engine, device]);

  return (
    <DeviceProvider device={device}>
      <RunningContext value={running}>{children}</RunningContext>
    </DeviceProvider>
  );
}

function renewWhileVisible(engine: Engine): () => void {
  const renew = async () => {
    if (document.visibilityState !== 'visible') return;
    // The import fails in a page that is being closed, or offline without the code; the next
    // visibility change retries.
    const login = await import('../account/login.ts').catch(() => undefined);
    await login?.renewWhenDue(engine);
  };
  const onChange = () => void renew();
  onChange();
  return onBrowserEvents(['visibilitychange'], onChange);
}

/** Loads the engine after the first screen, if that can show stored rows and needs no server. */
async function startLater(device: Device, signal: AbortSignal): Promise<Started> {
  await Promise.race([untilStoredRowsShown(device), serverNeeded]);
  noteFirstScreen();
  // Messages about the engine's outcomes need all texts.
  void untilFullCatalog().catch(() => undefined);
  const { start } = await import('./start.ts');
  // Storage that responds late would start a second engine.
  signal.throwIfAborted();
  return start(device);
}

async function untilStoredRowsShown(device: Device): Promise<void> {
  const read = async () => anythingStored(device).catch(() => false);
  // The first screen's reads go before the engine's.
  await new Promise((resolve) => setTimeout(resolve));
  if (await read()) await untilShown(read);
}

type StartState = Omit<Running, 'retry'> & { attempt: number };

const nothing = { engine: undefined, configuration: undefined, failure: undefined };

function useStarted(device: Device, start: LiveDeviceProps['start'] & {}): Running {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<StartState>({ ...nothing, attempt });
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    let stop = () => {};
    const leaving = new AbortController();
    const { signal } = leaving;
    void start(device, signal).then(
      (started) => {
        if ('engine' in started) stop = () => void started.engine.stop();
        if (signal.aborted) stop();
        else setState({ ...nothing, ...started, attempt });
      },
      // The engine's code could not be loaded.
      () => signal.aborted || setState({ ...nothing, failure: 'Server error', attempt }),
    );
    return () => {
      leaving.abort();
      stop();
      setState(({ configuration }) => ({ ...nothing, configuration, attempt }));
    };
  }, [device, start, attempt]);

  const failed = state.failure !== undefined;
  useEffect(() => {
    return failed ? onBrowserEvents(['online'], retry) : undefined;
  }, [failed, retry]);

  return useMemo(() => ({ ...state, retry }), [state, retry]);
}
