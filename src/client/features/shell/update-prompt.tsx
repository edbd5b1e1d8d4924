import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { Workbox } from 'workbox-window';
import type { Engine } from '#sync/engine.ts';
import { useRunning } from '#client/data/device/running.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { onceSaved } from '#client/ui/form/unsaved.ts';

const hour = 60 * 60_000;

/** How long what is under way may hold up a person who wants the new version. */
const landing = 3000;

/** Registers the service worker and offers a new version when one waits. */
export function UpdatePrompt() {
  const { t } = useLingui();
  const { engine } = useRunning();
  const title = t`A new version is ready`;
  const offer = useEffectEvent((onReload: () => void) => {
    const act = { label: t`Reload`, onAct: onReload };
    // Never in the middle of a form: the offer waits until nothing can be lost by it.
    onceSaved(() => notify({ tone: 'waiting', title, act }));
  });
  const leave = useEffectEvent(() => void landed(engine).then(() => location.reload()));

  useEffect(() => {
    // The development server precaches nothing; an old worker there would only be in the way.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    return register({ offer: (onReload) => offer(onReload), leave: () => leave() });
  }, []);

  return null;
}

/** Settles once everything that was being sent has its answer, or after three seconds. */
export async function landed(engine: Pick<Engine, 'stop'> | undefined): Promise<void> {
  const late = new Promise<void>((done) => setTimeout(done, landing));
  await Promise.race([engine?.stop().catch(() => undefined), late]);
}

type Registering = { offer: (onReload: () => void) => void; leave: () => void };

function register({ offer, leave }: Registering): () => void {
  known ??= workerAddress();
  const worker = new Workbox(known);
  worker.addEventListener('waiting', () => {
    offer(() => {
      // Accepting hands every tab to the new worker; only the tab that was asked starts anew.
      worker.addEventListener('controlling', leave);
      worker.messageSkipWaiting();
    });
  });
  void worker.register().catch(() => undefined);
  // Languages that could not be fetched when it was installed may be fetched now.
  navigator.serviceWorker.controller?.postMessage({ type: 'FETCH_CATALOGUES' });

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

const address = '/sw.js';
let known: string | TrustedScriptURL | undefined;

/**
 * The service worker's address as the security policy wants it: only the policy `sw`, of which a
 * page may make one, says which script runs as a worker.
 */
function workerAddress(): string | TrustedScriptURL {
  const policies = window.trustedTypes;
  if (policies === undefined) return address;
  const policy = policies.createPolicy('sw', {
    createScriptURL(asked) {
      if (asked !== address) throw new TypeError('Only the service worker may be loaded.');
      return asked;
    },
  });
  return policy.createScriptURL(address);
}
