import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';

import { bettingOptions as oddsCatalogue } from '#domain/catalogue.ts';
import { clubs } from '#domain/clubs/clubs.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { knownLeagues } from '#server/fixtures/leagues.ts';

import { pseudoCatalogue } from '../../locales/catalogues.ts';
import { test } from '../testing/phone/journey.ts';
import { isLookedAt, isSelected, noteLook } from './selection.ts';
import { readersOf } from './readers.ts';
import { nameOf, rowsOf, screensWith } from './screens.ts';
import { sticksOut } from './checks/overflow.ts';

/** Fields of responses with texts of people or dates, in any language. */
const dataFields = new Set(
  'firstName lastName userName tipsterName email phoneNumber address state analysis reason title name home away home_team teams game oddName group url owner'.split(
    ' ',
  ),
);

/** Names, and signs that are equal everywhere. */
const everywhere = ['Touchline', 'WhatsApp', 'JSON', 'CSV', 'MB', 'KB', 'GB'];

/** Short names of clubs and leagues, which are parts of many texts. */
const called = [
  ...clubs.map(({ short }) => short),
  ...knownLeagues.map(({ key, title }) => toLeagueLabel(key, title).title),
];

/** The codes of clubs, which may be words ("NEW"): allowed on a badge or as a `bdi` only. */
const badgeLetters = clubs.map(({ code }) => code);

/** The program on the help page, which is code. */
const checkReceipt = join(import.meta.dirname, '../../src/client/features/pages/check-receipt.js');

test('no sentence is written into a screen', async ({ given, sharedServer }) => {
  const words = await pseudoCatalogue();
  const data = new Set<string>([...everywhere, ...called]);
  data.add(readFileSync(checkReceipt, 'utf8').trim());
  const groups: readonly { oddsGroup: string; oddsName: string }[] = oddsCatalogue;
  for (const { oddsGroup, oddsName } of groups) data.add(oddsGroup).add(oddsName);
  // A pseudo-language instead of Arabic, so that dates and figures have other digits as well.
  const readers = await readersOf(given, sharedServer, {
    language: 'ar',
    async prepare(phone) {
      await serveCatalogue(phone.context(), words);
      phone.forgives(/fetching the script/);
      phone.page().on('response', (response) => {
        if (!/\/(?:api|odds)\/|config\./.test(response.url())) return;
        void response
          .json()
          .then((body) => gather(body, data))
          .catch(() => undefined);
      });
    },
  });

  const found: string[] = [];
  for (const screen of screensWith(await rowsOf(sharedServer.origin))) {
    const name = `made-up letters, ${nameOf(screen)}`;
    // The names of buttons are Arabic, which this pseudo-language replaces.
    if (screen.prepare !== undefined || !isSelected(name)) continue;
    const { phone, page } = await readers.open(screen);
    await phone.settles();
    const lines = readable(await textsOn(page), data).map((text) => `${name}: ${text}`);
    await page.setViewportSize({ width: 320, height: 844 });
    lines.push(...(await sticksOut(page)).map((what) => `${name}, 320 px: ${what}`));
    for (const line of lines) console.log(line);
    found.push(...lines);
    noteLook(name);
  }

  expect(found).toEqual([]);
});

test('a sentence that is written into a screen is found', async ({ given, sharedServer }) => {
  if (!isLookedAt('made-up letters, planted')) return;
  const words = await pseudoCatalogue();
  const phone = await given.aPhone(sharedServer.origin);
  await phone
    .context()
    .route('**/assets/i18n/en.json', async (route) =>
      route.fulfill({ contentType: 'application/json', body: words }),
    );
  await phone.opens('/help');
  await phone.page().locator('main h1').waitFor();

  await phone.page().evaluate(() => {
    document.querySelector('main')?.append('Nobody can translate this');
    document.querySelector('main h1')?.setAttribute('aria-label', 'Nor this');
    // The code of a club outside of a badge.
    document.querySelector('main h1')?.append('NEW');
  });

  const found = readable(await textsOn(phone.page()), new Set(everywhere));
  expect(found).toContain('Nobody can translate this');
  expect(found).toContain('Nor this');
  expect(found).toContain('NEW');
});

test('the number of a ticket is no sentence, whatever else is known', () => {
  const anOption = '12';

  expect(readable(['DCC128'], new Set([anOption]))).toEqual([]);
});

/** Serves another catalogue instead of the Arabic one. */
async function serveCatalogue(context: BrowserContext, words: string): Promise<void> {
  await context.route('**/assets/i18n/ar.json', async (route) =>
    route.fulfill({ contentType: 'application/json', body: words }),
  );
  // A worker would serve the real one; the page does not wait for it.
  await context.route('**/sw.js', async (route) => route.abort());
}

/** Collects all texts of a response that are no texts of the app. */
function gather(value: unknown, into: Set<string>, field = ''): void {
  if (typeof value === 'string' && dataFields.has(field)) {
    into.add(value);
    // First and last names are adjacent in some places and separate in others.
    if (/name|game|home|away|team/i.test(field)) {
      for (const word of value.split(/[\s,]+/)) into.add(word);
    }
  } else if (Array.isArray(value)) {
    for (const one of value) gather(one, into, field);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) gather(one, into, name);
  }
}

/** All texts of a page, visible or for screen readers. */
async function textsOn(page: Page): Promise<string[]> {
  return page.evaluate((letters) => {
    const texts = [document.title];
    const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'label'];
    // A language's name is in that language.
    const elements = document.querySelectorAll(
      'body *:not(script, style, noscript, body [lang], body [lang] *)',
    );
    for (const element of elements) {
      for (const name of spoken) texts.push(element.getAttribute(name) ?? '');
      if (element.matches('svg text, bdi') && letters.includes(element.textContent)) continue;
      // A word with a line break opportunity is one word.
      let text = '';
      for (const node of element.childNodes) {
        if (node.nodeName === 'WBR') continue;
        if (node.previousSibling?.nodeName !== 'WBR') {
          texts.push(text);
          text = '';
        }
        if (node.nodeType === Node.TEXT_NODE) text += node.textContent ?? '';
      }
      texts.push(text);
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  }, badgeLetters);
}

/** Addresses, the initials instead of a picture, and the short id of a tip. */
const marks = /\S+@\S+|https?:\S+|^\p{Lu}{2}$|\b[\dA-F]{6}\b/gu;

/** The Latin letters in texts that remain without people's texts. */
function readable(texts: readonly string[], data: ReadonlySet<string>): string[] {
  const byLengthDescending = [...data]
    .filter((one) => one.length > 1)
    .toSorted((a, b) => b.length - a.length);
  const remaining = texts.filter((text) => {
    if (data.has(text)) return false;
    // Marks first: a person's text may be a part of one and leave the rest of it.
    let rest = text.replaceAll(marks, ' ');
    for (const known of byLengthDescending) rest = rest.replaceAll(known, ' ');
    return /[A-Za-z]{2,}/.test(rest);
  });
  return [...new Set(remaining)];
}
