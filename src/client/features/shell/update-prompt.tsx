import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Workbox } from 'workbox-window';
import type { Engine } from '#sync/engine.ts';
import { useRunning } from '../../data/running.ts';
import { notify } from '../../ui/toasts.ts';
import { onceSaved } from '../../ui/unsaved.ts';
import { workerAddress } from './worker-address.ts';

const hour = 60 * 60_000;

/** How long what is under way may hold up a person who wants the new version. */
const landing = 3000;

/** Registers the service worker and offers a new version when one waits. */
export function UpdatePrompt() {
  const { t, i18n } = useLingui();
  const { engine } = useRunning();
  const offer = (onReload: () => void) =>
    // Never in the middle of a form: the offer waits until nothing can be lost by it.
    onceSaved(() =>
      notify({
        tone: 'waiting',
        title: t`A new version is ready`,
        act: { label: t`Reload`, onAct: onReload },
      }),
    );

  const latest = useRef({ offer, engine });
  useEffect(() => {
    latest.current = { offer, engine };
  });

  const language = i18n.locale;
  useEffect(() => {
    // The development server precaches nothing; an old worker there would only be in the way.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    return register({
      offer: (onReload) => latest.current.offer(onReload),
      leave: () => void landed(latest.current.engine).then(() => location.reload()),
      language,
    });
  }, [language]);

  return null;
}

/** Settles once everything that was being sent has its answer, or after three seconds. */
export async function landed(engine: Pick<Engine, 'stop'> | undefined): Promise<void> {
  const late = new Promise<void>((done) => setTimeout(done, landing));
  await Promise.race([engine?.stop().catch(() => undefined), late]);
}

type Registering = {
  offer: (onReload: () => void) => void;
  leave: () => void;
  language: string;
};

function register({ offer, leave, language }: Registering): () => void {
  const worker = new Workbox(workerAddress());
  worker.addEventListener('waiting', () => {
    offer(() => {
      // Accepting hands every tab to the new worker; only the tab that was asked starts anew.
      worker.addEventListener('controlling', leave);
      worker.messageSkipWaiting();
    });
  });
  worker.addEventListener('activated', ({ isUpdate }) => {
    // What was fetched before the worker was in charge is not in its cache yet.
    if (!isUpdate) void worker.messageSW({ type: 'KEEP_CATALOGUE', language });
  });
  void worker.register().catch(() => undefined);

  // Installed apps rarely navigate, so they look for a new version when they are looked at.
  const look = () => {
    if (document.visibilityState === 'visible') worker.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  const timer = setInterval(look, hour);
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearInterval(timer);
  };
}
