import { isSiteDataBlocked } from '#client/session/persisted-value.ts';
import { installOfferedAt } from '#client/session/preferences.ts';
import { useObservable } from '#client/use-observable.ts';
import { createObservable } from '#sync/observable.ts';
import { findManualInstall, type ManualInstall } from './manual-install.ts';

/** How the app can be installed; `none` if this browser cannot. */
export type InstallMethod = 'prompt' | ManualInstall | 'installed' | 'none';

const installPrompt = createObservable<(() => Promise<unknown>) | undefined>(undefined);
const hasUsefulAction = createObservable(false);

/** Stores the browser's install prompt for later, because its event fires only once, early. */
export function captureInstallPrompt(): void {
  globalThis.addEventListener('beforeinstallprompt', (event: Event) => {
    event.preventDefault();
    if ('prompt' in event && typeof event.prompt === 'function') {
      const showPrompt = event.prompt.bind(event);
      installPrompt.set(async () => showPrompt());
    }
  });
  globalThis.addEventListener('appinstalled', () => installPrompt.set(undefined));
}

/** Records that the person has used the app; after that, the app may offer its installation. */
export function markUsefulAction(): void {
  hasUsefulAction.set(true);
}

export function useHasUsefulAction(): boolean {
  return useObservable(hasUsefulAction);
}

export function useInstall(): { way: InstallMethod; install: () => Promise<void> } {
  const showPrompt = useObservable(installPrompt);
  const install = async () => {
    // The browser allows one use of a prompt.
    installPrompt.set(undefined);
    await showPrompt?.();
  };
  return { way: findInstallMethod(showPrompt !== undefined), install };
}

/** True if this device has already shown the offer to install the app. */
export function wasInstallOffered(): boolean {
  // Without storage the offer would appear at every start, so it never appears.
  return isSiteDataBlocked() || installOfferedAt.get() !== undefined;
}

export function storeInstallOffered(): void {
  installOfferedAt.set(String(Date.now()));
}

function findInstallMethod(hasPrompt: boolean): InstallMethod {
  if (isStandalone()) return 'installed';
  if (hasPrompt) return 'prompt';
  return findManualInstall(navigator) ?? 'none';
}

function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}
