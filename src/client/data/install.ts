import { useSyncExternalStore } from 'react';
import { observed } from '#sync/observable.ts';
import { siteNotes } from '../session/site-notes.ts';

/** How the app can get onto the home screen; `none` where a browser knows no way. */
type InstallWay = 'prompt' | 'by-hand' | 'installed' | 'none';

const prompt = observed<(() => Promise<unknown>) | undefined>(undefined);
const useful = observed(false);
const name = 'touchline-install-offered';
const month = 30 * 24 * 60 * 60_000;

/** Keeps the browser's own offer for a better moment: it is made early, and only once. */
export function keepInstallOffer(): void {
  globalThis.addEventListener('beforeinstallprompt', (event: Event) => {
    event.preventDefault();
    if ('prompt' in event && typeof event.prompt === 'function') {
      const ask = event.prompt.bind(event);
      prompt.set(async () => ask());
    }
  });
  globalThis.addEventListener('appinstalled', () => prompt.set(undefined));
}

/** Something was done here that is worth coming back for. */
export function noteUsefulAct(): void {
  useful.set(true);
}

export function useUsefulAct(): boolean {
  return useSyncExternalStore(useful.subscribe, useful.get);
}

export function useInstall(): { way: InstallWay; install: () => Promise<void> } {
  const ask = useSyncExternalStore(prompt.subscribe, prompt.get);
  const install = async () => {
    // A browser's offer can be taken up once.
    prompt.set(undefined);
    await ask?.();
  };
  return { way: wayOf(ask !== undefined), install };
}

/** Whether the offer was made within the last month, whatever was answered. */
export function wasOffered(now = Date.now()): boolean {
  try {
    const notes = siteNotes();
    // Where nothing is stored, nothing is offered: it would be offered at every start.
    if (notes === undefined) return true;
    return Math.abs(now - Number(notes.getItem(name) ?? 0)) < month;
  } catch {
    return true;
  }
}

export function noteOffered(now = Date.now()): void {
  try {
    siteNotes()?.setItem(name, String(now));
  } catch {
    // It is asked again where this is not stored.
  }
}

function wayOf(asked: boolean): InstallWay {
  if (isStandalone()) return 'installed';
  if (asked) return 'prompt';
  return isApple() ? 'by-hand' : 'none';
}

function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

/** Safari on a phone or a tablet, which calls itself a Mac: it makes no offer of its own. */
function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
