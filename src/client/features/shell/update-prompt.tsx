import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Engine } from '#sync/engine.ts';
import { useEngineState } from '#client/data/device/engine-state.ts';
import { requestMissingCatalogues, registerWorker } from '#client/data/device/service-worker.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { runWhenSaved } from '#client/ui/form/unsaved.ts';

/** The maximum wait for requests in flight before an update, in milliseconds. */
const maxRequestWaitMs = 3000;

/** Registers the service worker and offers each new version. */
export function UpdatePrompt() {
  const { t } = useLingui();
  const { engine } = useEngineState();
  const title = t`A new version is ready`;
  const isOffered = useRef(false);
  const offer = useEffectEvent((onReload: () => void) => {
    if (isOffered.current) return;
    isOffered.current = true;
    const action = { label: t`Reload`, run: onReload };
    // Never in the middle of a form: the offer waits until a reload loses nothing.
    runWhenSaved(() => {
      isOffered.current = false;
      notify({ tone: 'waiting', title, action });
    });
  });
  const land = useEffectEvent(async () => waitForRequests(engine));

  useEffect(() => {
    // The development server precaches nothing; an old worker would interfere.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    const unmounting = new AbortController();
    requestMissingCatalogues();
    const onNewVersion = (takeOver: () => Promise<void>) => {
      // The new worker takes over every tab; only the tab of the tap reloads.
      const accept = async () => land().then(takeOver);
      offer(() => void accept().then(() => location.reload()));
    };
    registerWorker({ onNewVersion, signal: unmounting.signal });
    return () => unmounting.abort();
  }, []);

  return null;
}

/** Settles once every request in flight has a response, or after three seconds. */
export async function waitForRequests(engine: Pick<Engine, 'stop'> | undefined): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, maxRequestWaitMs));
  await Promise.race([engine?.stop().catch(() => undefined), late]);
}
