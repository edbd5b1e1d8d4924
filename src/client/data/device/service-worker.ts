import { messageSW, Workbox } from 'workbox-window';
import { onBrowserEvents } from '#client/browser-events.ts';

const updateCheckIntervalMs = 60 * 60_000;

/**
 * The maximum wait for a new worker to take control, in milliseconds: Chromium may delay it for
 * minutes while pages request files from the old worker.
 */
const takeOverTimeoutMs = 3000;

type RegisterWorkerOptions = {
  /** Called once per new version; `takeOver` resolves with its worker in control or after 3 s. */
  onNewVersion: (takeOver: () => Promise<void>) => void;
  signal: AbortSignal;
};

/** Registers the service worker and reports new versions, including those found by another tab. */
export function registerWorker({ onNewVersion, signal }: RegisterWorkerOptions): void {
  const known = new WeakSet<ServiceWorker>();
  let workbox: Workbox;
  let isRegistered = false;

  const report = (worker: ServiceWorker | null | undefined) => {
    // The first installation replaces no earlier version.
    if (signal.aborted || !worker || known.has(worker) || !isControlled()) return;
    known.add(worker);
    onNewVersion(async () => takeOver(workbox));
  };

  const listen = (current: Workbox) => {
    current.addEventListener('waiting', ({ sw }) => report(sw));
    // Another tab may accept a version before this tab knows of it.
    current.addEventListener('controlling', ({ isUpdate }) => {
      if (isUpdate) report(navigator.serviceWorker.controller);
    });
    for (const end of ['installed', 'redundant'] as const) {
      current.addEventListener(end, ({ isExternal }) => {
        // After an update by another registration, Workbox stops listening, so register again.
        if (isExternal && current === workbox && !signal.aborted) void register();
      });
    }
  };

  const register = async () => {
    isRegistered = false;
    const { controller } = navigator.serviceWorker;
    // The `controlling` event of this worker may fire after the registration.
    if (controller) known.add(controller);
    workbox = new Workbox(getWorkerUrl());
    listen(workbox);
    const registration = await workbox.register({ immediate: true }).catch(() => undefined);
    isRegistered = registration !== undefined;
    // Workbox reports only updates that start after its registration.
    registration?.installing?.addEventListener('statechange', () => report(registration.waiting));
  };

  void register();
  const update = async () => (isRegistered ? workbox.update() : register());
  lookForNewVersions({ update }, signal);
}

/** Makes the active worker fetch catalogues that it could not fetch when it was installed. */
export function requestMissingCatalogues(): void {
  const { controller } = navigator.serviceWorker;
  if (controller) void messageSW(controller, { type: 'FETCH_CATALOGUES' });
}

/**
 * Looks for a new version when the app becomes visible, and every hour while it is visible, because
 * installed apps rarely navigate.
 */
export function lookForNewVersions(
  registration: { update: () => Promise<unknown> },
  signal: AbortSignal,
): void {
  const look = () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };
  const endEvents = onBrowserEvents(['visibilitychange', 'focus'], look);
  const timer = setInterval(look, updateCheckIntervalMs);
  signal.addEventListener('abort', () => {
    endEvents();
    clearInterval(timer);
  });
}

/** Activates the waiting worker, if there is one: another tab may have activated it already. */
async function takeOver(workbox: Workbox): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.waiting) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  workbox.addEventListener('controlling', () => resolve());
  setTimeout(resolve, takeOverTimeoutMs);
  workbox.messageSkipWaiting();
  await promise;
}

function isControlled(): boolean {
  return navigator.serviceWorker.controller !== null;
}

const workerPath = '/sw.js';
let trustedWorkerUrl: string | TrustedScriptURL | undefined;

/**
 * The service worker's URL as a trusted value. Only the Trusted Types policy `sw`, which a page can
 * create once, may create this value.
 */
function getWorkerUrl(): string | TrustedScriptURL {
  trustedWorkerUrl ??= createTrustedUrl();
  return trustedWorkerUrl;
}

function createTrustedUrl(): string | TrustedScriptURL {
  const policies = window.trustedTypes;
  if (policies === undefined) return workerPath;
  const policy = policies.createPolicy('sw', {
    createScriptURL(requested) {
      if (requested !== workerPath) throw new TypeError('Only the service worker may be loaded.');
      return requested;
    },
  });
  return policy.createScriptURL(workerPath);
}
