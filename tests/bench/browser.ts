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

/** A new phone at a site, logged in if there is a member; closed after the work. */
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

/** Runs work on a page of a new browser process with this profile. */
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

/** A browser profile after a visit. */
export async function aProfile(visit: (page: Page) => Promise<void>): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'touchline-bench-'));
  await withProfile(profile, visit);
  return profile;
}

export async function forget(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Logs a member in on a page, as an earlier visit left them. */
export async function logIn(page: Page, origin: string, member: Caller): Promise<void> {
  await page.goto(`${origin}/env.json`);
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, loginOf(member));
}

/** Waits until a worker controls the page's next start, and nothing more is loaded. */
export async function settles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForLoadState('networkidle');
}

/** Slows the processor of a page down, as many times as this. */
export async function slowProcessor(page: Page, rate = 4): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** The stored login of a member. */
function loginOf({ token, memberId }: Caller): { name: string; value: string }[] {
  const login = {
    token,
    userId: JSON.stringify(memberId),
    currentUser: JSON.stringify({ access_token: token, userId: memberId }),
  };
  return Object.entries(login).map(([name, value]) => ({ name, value }));
}
