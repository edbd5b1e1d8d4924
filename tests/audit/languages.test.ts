import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';

import { catalogue as oddsCatalogue } from '#domain/catalogue.ts';
import { clubs } from '#domain/clubs/clubs.ts';
import { leagueOf } from '#domain/clubs/leagues.ts';
import { knownLeagues } from '#server/fixtures/leagues.ts';

import { pseudoCatalogue } from '../../locales/catalogues.ts';
import { test } from '../support/journey.ts';
import { isLookedAt, isWanted, noteLook } from './selection.ts';
import { readersOf } from './readers.ts';
import { nameOf, rowsOf, screensWith } from './screens.ts';
import { sticksOut } from './overflow.ts';

/** Fields of answers that hold what people or the calendar say, in whatever language. */
const said = new Set(
  'firstName lastName userName tipsterName email phoneNumber address state analysis reason title name home away home_team teams game oddName group url owner'.split(
    ' ',
  ),
);

/** Names, and signs that mean the same everywhere. */
const everywhere = ['Touchline', 'WhatsApp', 'JSON', 'CSV', 'MB', 'KB', 'GB'];

/** What clubs and leagues are called where space is short: a part of many texts. */
const called = [
  ...clubs.map(({ short }) => short),
  ...knownLeagues.map(({ key, title }) => leagueOf(key, title).title),
];

/** The letters of clubs, which may be words ("NEW"): names on a badge or as a `bdi`, nowhere else. */
const badgeLetters = clubs.map(({ code }) => code);

/** The program on the help page, which a computer reads. */
const checkReceipt = join(import.meta.dirname, '../../src/client/features/pages/check-receipt.js');

test('no sentence is written into a screen', async ({ given, sharedServer }) => {
  const words = await pseudoCatalogue();
  const data = new Set<string>([...everywhere, ...called]);
  data.add(readFileSync(checkReceipt, 'utf8').trim());
  const groups: readonly { oddsGroup: string; oddsName: string }[] = oddsCatalogue;
  for (const { oddsGroup, oddsName } of groups) data.add(oddsGroup).add(oddsName);
  // In the place of Arabic, so that dates and figures are in other letters as well.
  const readers = await readersOf(given, sharedServer, {
    language: 'ar',
    async prepare(phone) {
      await speaks(phone.context(), words);
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
    // How buttons are called is said in Arabic, which nobody speaks here.
    if (screen.prepare !== undefined || !isWanted(name)) continue;
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
    // The letters of a club where no name stands.
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

/** Hands out a catalogue in the place of the Arabic one. */
async function speaks(context: BrowserContext, words: string): Promise<void> {
  await context.route('**/assets/i18n/ar.json', async (route) =>
    route.fulfill({ contentType: 'application/json', body: words }),
  );
  // A worker would keep the real one; the page is never asked to wait for it.
  await context.route('**/sw.js', async (route) => route.abort());
}

/** Notes every text of an answer that is no word of the app's. */
function gather(value: unknown, into: Set<string>, field = ''): void {
  if (typeof value === 'string' && said.has(field)) {
    into.add(value);
    // First and last names stand beside each other in some places and alone in others.
    if (/name|game|home|away|team/i.test(field)) {
      for (const word of value.split(/[\s,]+/)) into.add(word);
    }
  } else if (Array.isArray(value)) {
    for (const one of value) gather(one, into, field);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) gather(one, into, name);
  }
}

/** Everything a page says, to eyes or to ears. */
async function textsOn(page: Page): Promise<string[]> {
  return page.evaluate((letters) => {
    const texts = [document.title];
    const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'label'];
    // A language names itself in its own words.
    const elements = document.querySelectorAll(
      'body *:not(script, style, noscript, body [lang], body [lang] *)',
    );
    for (const element of elements) {
      for (const name of spoken) texts.push(element.getAttribute(name) ?? '');
      if (element.matches('svg text, bdi') && letters.includes(element.textContent)) continue;
      // A word that may break somewhere is one word.
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

/** Addresses, the initials in the place of a picture, and the number a tip goes by. */
const marks = /\S+@\S+|https?:\S+|^\p{Lu}{2}$|\b[\dA-F]{6}\b/gu;

/** What is left of the texts in plain letters when all that people said is taken away. */
function readable(texts: readonly string[], data: ReadonlySet<string>): string[] {
  const longestFirst = [...data]
    .filter((one) => one.length > 1)
    .toSorted((a, b) => b.length - a.length);
  const left = texts.filter((text) => {
    if (data.has(text)) return false;
    // Marks go first: what people said may be a part of one, and leave the rest of it standing.
    let rest = text.replaceAll(marks, ' ');
    for (const known of longestFirst) rest = rest.replaceAll(known, ' ');
    return /[A-Za-z]{2,}/.test(rest);
  });
  return [...new Set(left)];
}
