import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Engine } from '#sync/engine.ts';
import { useRunning } from '#client/data/device/running.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { onceSaved } from '#client/ui/form/unsaved.ts';

const hour = 60 * 60_000;

/** How long what is under way may hold up a person who wants the new version. */
const landing = 3000;

/** How long its worker may: Chromium lets the one before stay for minutes while pages ask it for files. */
const takingOver = 3000;

/** Registers the service worker and offers a new version when one waits. */
export function UpdatePrompt() {
  const { t } = useLingui();
  const { engine } = useRunning();
  const title = t`A new version is ready`;
  const isHeld = useRef(false);
  const offer = useEffectEvent((onReload: () => void) => {
    if (isHeld.current) return;
    isHeld.current = true;
    const act = { label: t`Reload`, onAct: onReload };
    // Never in the middle of a form: the offer waits until nothing can be lost by it.
    onceSaved(() => {
      isHeld.current = false;
      notify({ tone: 'waiting', title, act });
    });
  });
  const land = useEffectEvent(async () => landed(engine));

  useEffect(() => {
    // The development server precaches nothing; an old worker there would only be in the way.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    return register({ offer: (onReload) => offer(onReload), land: async () => land() });
  }, []);

  return null;
}

/** Settles once everything that was being sent has its answer, or after three seconds. */
export async function landed(engine: Pick<Engine, 'stop'> | undefined): Promise<void> {
  const late = new Promise<void>((done) => setTimeout(done, landing));
  await Promise.race([engine?.stop().catch(() => undefined), late]);
}

type Registering = { offer: (onReload: () => void) => void; land: () => Promise<void> };

function register({ offer, land }: Registering): () => void {
  known ??= workerAddress();
  const { serviceWorker } = navigator;
  const left = new AbortController();
  const { signal } = left;
  // Languages that could not be fetched when it was installed may be fetched now.
  serviceWorker.controller?.postMessage({ type: 'FETCH_CATALOGUES' });

  const begin = async (from: string | TrustedScriptURL) => {
    const registration = await serviceWorker.register(from);
    if (signal.aborted) return;
    const accept = async () => {
      await land();
      // Accepting hands every tab to the new worker; only the tab that was asked starts anew. Where
      // another tab has accepted it, none waits any more.
      if (registration.waiting) await takesOver(registration.waiting);
      location.reload();
    };
    whenOneWaits(registration, () => offer(() => void accept()), signal);
    lookForOne(registration, signal);
  };
  void begin(known).catch(() => undefined);
  return () => left.abort();
}

/** Settles once the worker is in charge of every tab, or after three seconds: then it is offered again. */
async function takesOver(waiting: ServiceWorker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  // A worker, unlike a window, has no origin to be named.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  waiting.postMessage({ type: 'SKIP_WAITING' });
  setTimeout(resolve, takingOver);
  await promise;
}

/** Calls back for each new version that waits, whichever tab has found it. */
function whenOneWaits(
  registration: ServiceWorkerRegistration,
  onWaiting: () => void,
  signal: AbortSignal,
): void {
  const look = () => {
    // The first version of all has nothing to wait for.
    if (registration.waiting && navigator.serviceWorker.controller) onWaiting();
  };
  const follow = () => {
    const worker = registration.installing;
    const moved = () => {
      if (worker?.state === 'installed') look();
    };
    worker?.addEventListener('statechange', moved, { signal });
  };
  registration.addEventListener('updatefound', follow, { signal });
  follow();
  look();
}

/**
 * Installed apps rarely navigate, so they look for a new version when they are looked at, and every hour
 * while they are.
 */
export function lookForOne(
  registration: { update: () => Promise<unknown> },
  signal: AbortSignal,
): void {
  const look = () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look, { signal });
  const timer = setInterval(look, hour);
  signal.addEventListener('abort', () => clearInterval(timer));
}

declare global {
  // Only an interface can be added to.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ServiceWorkerContainer {
    /** The library of types does not know that an address may be a trusted one. */
    register(from: string | TrustedScriptURL): Promise<ServiceWorkerRegistration>;
  }
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
