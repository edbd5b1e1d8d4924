import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Engine } from '#sync/engine.ts';
import { useSession } from '#client/session/session.ts';
import { untilShown } from '#client/idle.ts';
import { untilAllWords } from '#client/words.ts';
import { type Device, DeviceProvider, deviceOf } from './device.tsx';
import { setClock } from '#client/ui/formats.ts';
import { serverNow } from './server-time.ts';
import { tellSilence } from './first-question.ts';
import { prefetchInIdleTime } from './prefetching.ts';
import { RunningContext, type Running } from './running.ts';
import type { Started } from './start.ts';
import { anythingStored } from './storage.ts';

type LiveDeviceProps = {
  children: ReactNode;
  /** The device for a member; a test passes its own. */
  open?: (memberId: string | undefined) => Device;
  start?: (device: Device) => Promise<Started>;
};

/** Provides the device, and starts the engine once a screen is shown. */
export function LiveDevice({ children, open = deviceOf, start = startLater }: LiveDeviceProps) {
  const session = useSession();
  const memberId = session?.memberId;
  const device = useMemo(() => open(memberId), [open, memberId]);
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
    // The import fails in a page that is left, or offline without the code; the next visibility change retries.
    const login = await import('../account/login.ts').catch(() => undefined);
    await login?.renewWhenDue(engine);
  };
  const onChange = () => void renew();
  onChange();
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Loads the engine after the first screen, if that can show stored rows. */
async function startLater(device: Device): Promise<Started> {
  const read = async () => anythingStored(device).catch(() => false);
  // What the screen asks the disk for comes first.
  await new Promise((done) => setTimeout(done));
  if (await read()) await untilShown(read);
  void tellSilence();
  // What the engine tells of is said by parts that wait for the words.
  void untilAllWords().catch(() => undefined);
  const { start } = await import('./start.ts');
  return start(device);
}

type StartState = Omit<Running, 'retry'> & { attempt: number };

const nothing = { engine: undefined, configuration: undefined, failure: undefined };

function useStarted(device: Device, start: (device: Device) => Promise<Started>): Running {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<StartState>({ ...nothing, attempt });
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    let stop = () => {};
    let wanted = true;
    void start(device).then(
      (started) => {
        if ('engine' in started) stop = () => void started.engine.stop();
        if (wanted) setState({ ...nothing, ...started, attempt });
        else stop();
      },
      // The engine's code could not be loaded.
      () => wanted && setState({ ...nothing, failure: 'Server error', attempt }),
    );
    return () => {
      wanted = false;
      stop();
      setState(({ configuration }) => ({ ...nothing, configuration, attempt }));
    };
  }, [device, start, attempt]);

  const failed = state.failure !== undefined;
  useEffect(() => {
    if (!failed) return undefined;
    globalThis.addEventListener('online', retry);
    return () => globalThis.removeEventListener('online', retry);
  }, [failed, retry]);

  return useMemo(() => ({ ...state, retry }), [state, retry]);
}
