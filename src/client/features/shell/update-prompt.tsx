import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Engine } from '#sync/engine.ts';
import { useEngineState } from '#client/data/device/engine-state.ts';
import { requestMissingCatalogues, registerWorker } from '#client/data/device/service-worker.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { runWhenSaved } from '#client/ui/form/unsaved-forms.ts';

/** The maximum time that an update waits for requests in flight, in milliseconds. */
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
    // The offer waits while a form has unsaved input, which a reload would lose.
    runWhenSaved(() => {
      isOffered.current = false;
      notify({ tone: 'waiting', title, action });
    });
  });
  const land = useEffectEvent(async () => waitForRequests(engine));

  useEffect(() => {
    // The development server has no precached files, so an old worker would serve wrong ones.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    const unmounting = new AbortController();
    requestMissingCatalogues();
    const onNewVersion = (takeOver: () => Promise<void>) => {
      // The new worker controls all tabs, but only the tab with the tapped button reloads.
      const accept = async () => land().then(takeOver);
      offer(() => void accept().then(() => location.reload()));
    };
    registerWorker({ onNewVersion, signal: unmounting.signal });
    return () => unmounting.abort();
  }, []);

  return null;
}

/** Resolves when every request in flight has a response, or after three seconds. */
export async function waitForRequests(engine: Pick<Engine, 'stop'> | undefined): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, maxRequestWaitMs));
  await Promise.race([engine?.stop().catch(() => undefined), late]);
}
