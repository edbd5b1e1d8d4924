import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

import { chromiumArguments, findChromium } from '../testing/phone/chromium.ts';
import { inTheHand } from '../testing/phone/phone.ts';
import type { Caller } from '../testing/server/api-caller.ts';

const program = () => ({ executablePath: findChromium(), args: chromiumArguments() });
const asUsed = { ...inTheHand, locale: 'en-GB' };

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(program());
}

/** Runs work on a new phone at a site, logged in if there is a member; then closes the phone. */
export async function onAPhone<Result>(
  browser: Browser,
  origin: string,
  work: (context: BrowserContext) => Promise<Result>,
  member?: Caller,
): Promise<Result> {
  const localStorage = member ? loginOf(member) : [];
  const context = await browser.newContext({
    ...asUsed,
    baseURL: origin,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** Runs work on a page of a new browser process that uses this profile. */
export async function withProfile<Result>(
  profile: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await chromium.launchPersistentContext(profile, { ...program(), ...asUsed });
  try {
    return await work(context.pages()[0] ?? (await context.newPage()));
  } finally {
    await context.close();
  }
}

/** Returns the folder of a browser profile in which the visit happened. */
export async function aProfile(visit: (page: Page) => Promise<void>): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'touchline-bench-'));
  await withProfile(profile, visit);
  return profile;
}

export async function forget(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Stores a member's login in a page, as an earlier visit would have done. */
export async function logIn(page: Page, origin: string, member: Caller): Promise<void> {
  await page.goto(`${origin}/env.json`);
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, loginOf(member));
}

/** Waits until a service worker controls the page and the network is idle. */
export async function settles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForLoadState('networkidle');
}

/** Slows a page's processor down by this factor. */
export async function slowProcessor(page: Page, rate = 4): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** The localStorage entries of a member's login. */
function loginOf({ token, memberId }: Caller): { name: string; value: string }[] {
  const login = {
    token,
    userId: JSON.stringify(memberId),
    currentUser: JSON.stringify({ access_token: token, userId: memberId }),
  };
  return Object.entries(login).map(([name, value]) => ({ name, value }));
}
