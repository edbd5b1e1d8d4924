import { messageSW, Workbox } from 'workbox-window';
import { onBrowserEvents } from '#client/browser-events.ts';

const updateCheckIntervalMs = 60 * 60_000;

/**
 * The maximum wait for a new worker to take control: Chromium keeps the previous one for minutes
 * while pages request files from it.
 */
const takeOverTimeoutMs = 3000;

type RegisterWorkerOptions = {
  /** Called once for each new version; `takeOver` settles when its worker is in charge, or after three seconds. */
  onNewVersion: (takeOver: () => Promise<void>) => void;
  signal: AbortSignal;
};

/** Registers the service worker, and reports each new version that any tab has found or accepted. */
export function registerWorker({ onNewVersion, signal }: RegisterWorkerOptions): void {
  const known = new WeakSet<ServiceWorker>();
  let workbox: Workbox;
  let isRegistered = false;

  const report = (worker: ServiceWorker | null | undefined) => {
    // A first install replaces nothing.
    if (signal.aborted || !worker || known.has(worker) || !isControlled()) return;
    known.add(worker);
    onNewVersion(async () => takeOver(workbox));
  };

  const listen = (current: Workbox) => {
    current.addEventListener('waiting', ({ sw }) => report(sw));
    // Another tab may accept a version before this tab sees it waiting.
    current.addEventListener('controlling', ({ isUpdate }) => {
      if (isUpdate) report(navigator.serviceWorker.controller);
    });
    for (const end of ['installed', 'redundant'] as const) {
      current.addEventListener(end, ({ isExternal }) => {
        // After an update that another registration caused, the library stops listening.
        if (isExternal && current === workbox && !signal.aborted) void register();
      });
    }
  };

  const register = async () => {
    isRegistered = false;
    const { controller } = navigator.serviceWorker;
    // The event of its taking control may come after the registration.
    if (controller) known.add(controller);
    workbox = new Workbox(getWorkerUrl());
    listen(workbox);
    const registration = await workbox.register({ immediate: true }).catch(() => undefined);
    isRegistered = registration !== undefined;
    // The library only sees updates that begin after its registration.
    registration?.installing?.addEventListener('statechange', () => report(registration.waiting));
  };

  void register();
  const update = async () => (isRegistered ? workbox.update() : register());
  lookForNewVersions({ update }, signal);
}

/** Asks the active worker to fetch the languages missing since its installation. */
export function requestMissingCatalogues(): void {
  const { controller } = navigator.serviceWorker;
  if (controller) void messageSW(controller, { type: 'FETCH_CATALOGUES' });
}

/**
 * Installed apps rarely navigate, so new versions are looked for when the app becomes visible, and
 * every hour while it is.
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

/** If another tab has accepted the version, none is waiting. */
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

const address = '/sw.js';
let trusted: string | TrustedScriptURL | undefined;

/**
 * The service worker's address as a trusted value: only the policy `sw`, which a page may create
 * once, decides which script runs as a worker.
 */
function getWorkerUrl(): string | TrustedScriptURL {
  trusted ??= createTrustedUrl();
  return trusted;
}

function createTrustedUrl(): string | TrustedScriptURL {
  const policies = window.trustedTypes;
  if (policies === undefined) return address;
  const policy = policies.createPolicy('sw', {
    createScriptURL(requested) {
      if (requested !== address) throw new TypeError('Only the service worker may be loaded.');
      return requested;
    },
  });
  return policy.createScriptURL(address);
}
