import { isSiteDataBlocked } from '#client/session/persisted.ts';
import { installOfferedAt } from '#client/session/preferences.ts';
import { useObserved } from '#client/use-observed.ts';
import { createObservable } from '#sync/observable.ts';
import { findManualInstall, type ManualInstall } from './manual-install.ts';

/** The way to install the app; `none` if the browser has none. */
export type InstallMethod = 'prompt' | ManualInstall | 'installed' | 'none';

const prompt = createObservable<(() => Promise<unknown>) | undefined>(undefined);
const useful = createObservable(false);

/** Captures the browser's install prompt, which comes early and only once, for a later moment. */
export function captureInstallPrompt(): void {
  globalThis.addEventListener('beforeinstallprompt', (event: Event) => {
    event.preventDefault();
    if ('prompt' in event && typeof event.prompt === 'function') {
      const showPrompt = event.prompt.bind(event);
      prompt.set(async () => showPrompt());
    }
  });
  globalThis.addEventListener('appinstalled', () => prompt.set(undefined));
}

/** Notes an action after which an offer to install the app is welcome. */
export function markUsefulAction(): void {
  useful.set(true);
}

export function useHasUsefulAction(): boolean {
  return useObserved(useful);
}

export function useInstall(): { way: InstallMethod; install: () => Promise<void> } {
  const showPrompt = useObserved(prompt);
  const install = async () => {
    // A prompt can be used once.
    prompt.set(undefined);
    await showPrompt?.();
  };
  return { way: findInstallMethod(showPrompt !== undefined), install };
}

/** Whether the app was offered on this device before, accepted or not. */
export function wasInstallOffered(): boolean {
  // Without storage the offer would appear at every start, so it never does.
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
