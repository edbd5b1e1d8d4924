import { useSyncExternalStore } from 'react';
import { observed } from '#sync/observable.ts';
import { siteNotes } from '../../session/site-notes.ts';
import { findManualInstall, type ManualInstall } from './manual-install.ts';

/** How the app can be installed; `none` where the browser cannot. */
export type InstallWay = 'prompt' | ManualInstall | 'installed' | 'none';

const prompt = observed<(() => Promise<unknown>) | undefined>(undefined);
const useful = observed(false);
const name = 'touchline-install-offered';

/** Captures the browser's install prompt, which comes early and only once, for a better moment. */
export function captureInstallOffer(): void {
  globalThis.addEventListener('beforeinstallprompt', (event: Event) => {
    event.preventDefault();
    if ('prompt' in event && typeof event.prompt === 'function') {
      const showPrompt = event.prompt.bind(event);
      prompt.set(async () => showPrompt());
    }
  });
  globalThis.addEventListener('appinstalled', () => prompt.set(undefined));
}

/** Notes an act that is worth installing the app for. */
export function noteUsefulAct(): void {
  useful.set(true);
}

export function useUsefulAct(): boolean {
  return useSyncExternalStore(useful.subscribe, useful.get);
}

export function useInstall(): { way: InstallWay; install: () => Promise<void> } {
  const showPrompt = useSyncExternalStore(prompt.subscribe, prompt.get);
  const install = async () => {
    // A prompt can be used once.
    prompt.set(undefined);
    await showPrompt?.();
  };
  return { way: findWay(showPrompt !== undefined), install };
}

/** Whether the app was offered on this device before, whatever was answered. */
export function wasOffered(): boolean {
  try {
    const notes = siteNotes();
    // Without storage it would be offered at every start, so it never is.
    if (notes === undefined) return true;
    return notes.getItem(name) !== null;
  } catch {
    return true;
  }
}

export function noteOffered(): void {
  try {
    siteNotes()?.setItem(name, String(Date.now()));
  } catch {
    // Then it is offered again.
  }
}

function findWay(hasPrompt: boolean): InstallWay {
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
