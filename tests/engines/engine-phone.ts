import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';

import { languageKey } from '#client/session/preferences.ts';

import type { EngineBrowser } from './engine-browser.ts';
import type { Words } from './finder.ts';
import { createScreen, type Screen } from './screen.ts';

/** A browser at the site, with the actions that need more than the page. */
export type EnginePhone = Screen & {
  engine: EngineBrowser['engine'];
  origin: string;
  open: (path: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Navigates the window from the site to an empty page. */
  leave: () => Promise<void>;
  /** Closes the browser (or its window) and opens it again at a path. */
  reopen: (path: string) => Promise<void>;
  /** Runs a step that starts a navigation, and waits until the new document is loaded. */
  navigate: (start: () => Promise<void>) => Promise<void>;
  /** Stores a language, as the settings page does, and reloads the page. */
  chooseLanguage: (code: string) => Promise<void>;
  /** Waits until the service worker controls the page, so that the app can start without a server. */
  isReadyForOffline: () => Promise<void>;
  /** Dispatches the `online` event, as the browser does when there is a network again. */
  reportOnline: () => Promise<void>;
  /** Waits until the status chip shows this text. */
  chip: (words: Words) => Promise<void>;
  /** Returns uncaught errors and policy violations of all pages so far. */
  pageErrors: () => Promise<readonly string[]>;
  saveScreenshot: (path: string) => Promise<void>;
  remove: () => Promise<void>;
};

export function createEnginePhone(browser: EngineBrowser, origin: string): EnginePhone {
  const screen = createScreen(browser);

  // A global variable marks the current document, because the next document does not have it.
  async function navigate(start: () => Promise<void>): Promise<void> {
    await browser.evaluate(`globalThis.isLeaving = true`).catch(() => undefined);
    await start();
    await screen.eventually(async () => {
      const page = await browser.evaluate(`({
        origin: location.origin,
        isPrevious: globalThis.isLeaving === true,
        isParsed: document.readyState !== 'loading',
        hasSnapshot: document.getElementById('snapshot') !== null,
      })`);
      // A window that was just opened shows an empty page at first.
      expect(page).toEqual({ origin, isPrevious: false, isParsed: true, hasSnapshot: false });
    });
  }

  async function reload(): Promise<void> {
    const url = await browser.evaluate<string>('location.href');
    await navigate(async () => browser.goto(url));
  }

  return {
    ...screen,
    engine: browser.engine,
    origin,
    open: async (path) => navigate(async () => browser.goto(`${origin}${path}`)),
    reload,
    async chooseLanguage(code) {
      await screen.evaluate((key, value) => localStorage.setItem(key, value), languageKey, code);
      await reload();
    },
    async leave() {
      await browser.goto('about:blank');
      await screen.eventually(async () => {
        expect(await browser.evaluate('location.href')).toBe('about:blank');
      });
    },
    reopen: async (path) => navigate(async () => browser.reopen(`${origin}${path}`)),
    navigate,
    async isReadyForOffline() {
      await screen.eventually(async () => {
        const isControlled = 'navigator.serviceWorker.controller?.state === "activated"';
        expect(await browser.evaluate(isControlled), 'a worker controls the page').toBe(true);
      });
    },
    reportOnline: async () => browser.evaluate(`void dispatchEvent(new Event('online'))`),
    async chip(words) {
      await screen.reads({ role: 'status', within: { role: 'banner' } }, words);
    },
    async pageErrors() {
      return browser.evaluate(`JSON.parse(
        (() => { try { return sessionStorage.getItem('pageErrors'); } catch {} })() ??
        JSON.stringify(globalThis.pageErrors ?? []))`);
    },
    saveScreenshot: async (path) => writeFile(path, await browser.screenshot()),
    remove: browser.remove,
  };
}
