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

/** Fields of API responses that contain people's texts or dates, in any language. */
const dataFields = new Set(
  'firstName lastName userName tipsterName email phoneNumber address state analysis reason title name home away home_team teams game oddName group url owner'.split(
    ' ',
  ),
);

/** Names and signs that are equal in all languages. */
const everywhere = ['Touchline', 'WhatsApp', 'JSON', 'CSV', 'MB', 'KB', 'GB'];

/** Short names of clubs and leagues, which occur inside many texts. */
const called = [
  ...clubs.map(({ short }) => short),
  ...knownLeagues.map(({ key, title }) => toLeagueLabel(key, title).title),
];

/** Codes of clubs may be English words ("NEW"), so only a badge or `bdi` may contain them. */
const badgeLetters = clubs.map(({ code }) => code);

/** The program that the help page shows. */
const checkReceipt = join(import.meta.dirname, '../../src/client/features/pages/check-receipt.js');

test('no screen contains an untranslated text', async ({ given, sharedServer }) => {
  const words = await pseudoCatalogue();
  const data = new Set<string>([...everywhere, ...called]);
  data.add(readFileSync(checkReceipt, 'utf8').trim());
  const groups: readonly { oddsGroup: string; oddsName: string }[] = oddsCatalogue;
  for (const { oddsGroup, oddsName } of groups) data.add(oddsGroup).add(oddsName);
  // A pseudo-language replaces the Arabic texts, so that dates and numbers have other digits, too.
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
    // Steps find buttons by their Arabic names, which the pseudo-language replaces.
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

test('the check finds an untranslated text', async ({ given, sharedServer }) => {
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
    // The code of a club outside a badge.
    document.querySelector('main h1')?.append('NEW');
  });

  const found = readable(await textsOn(phone.page()), new Set(everywhere));
  expect(found).toContain('Nobody can translate this');
  expect(found).toContain('Nor this');
  expect(found).toContain('NEW');
});

test('the check ignores the number of a ticket', () => {
  const anOption = '12';

  expect(readable(['DCC128'], new Set([anOption]))).toEqual([]);
});

/** Serves another catalogue instead of the Arabic one. */
async function serveCatalogue(context: BrowserContext, words: string): Promise<void> {
  await context.route('**/assets/i18n/ar.json', async (route) =>
    route.fulfill({ contentType: 'application/json', body: words }),
  );
  // A service worker would serve the real catalogue; the page works without one.
  await context.route('**/sw.js', async (route) => route.abort());
}

/** Collects the texts of a response that come from data and not from the app. */
function gather(value: unknown, into: Set<string>, field = ''): void {
  if (typeof value === 'string' && dataFields.has(field)) {
    into.add(value);
    // Some screens show first and last name together, others separately.
    if (/name|game|home|away|team/i.test(field)) {
      for (const word of value.split(/[\s,]+/)) into.add(word);
    }
  } else if (Array.isArray(value)) {
    for (const one of value) gather(one, into, field);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) gather(one, into, name);
  }
}

/** Returns all texts of a page, including those for screen readers. */
async function textsOn(page: Page): Promise<string[]> {
  return page.evaluate((letters) => {
    const texts = [document.title];
    const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'label'];
    // The name of a language is written in that language.
    const elements = document.querySelectorAll(
      'body *:not(script, style, noscript, body [lang], body [lang] *)',
    );
    for (const element of elements) {
      for (const name of spoken) texts.push(element.getAttribute(name) ?? '');
      if (element.matches('svg text, bdi') && letters.includes(element.textContent)) continue;
      // A word with a `<wbr>` (line break opportunity) is one word.
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

/** Email and web addresses, initials in place of a picture, and short ids of tips. */
const marks = /\S+@\S+|https?:\S+|^\p{Lu}{2}$|\b[\dA-F]{6}\b/gu;

/** Returns texts that still contain Latin words after removing the texts of data. */
function readable(texts: readonly string[], data: ReadonlySet<string>): string[] {
  const byLengthDescending = [...data]
    .filter((one) => one.length > 1)
    .toSorted((a, b) => b.length - a.length);
  const remaining = texts.filter((text) => {
    if (data.has(text)) return false;
    // Marks are removed first, because a person's text may be only a part of a mark.
    let rest = text.replaceAll(marks, ' ');
    for (const known of byLengthDescending) rest = rest.replaceAll(known, ' ');
    return /[A-Za-z]{2,}/.test(rest);
  });
  return [...new Set(remaining)];
}
