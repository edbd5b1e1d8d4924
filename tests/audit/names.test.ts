import { expect } from '@playwright/test';

import { profileTextLimit } from '#contract/limits.ts';

import { test } from '../testing/phone/journey.ts';
import { onEvery } from './every-screen.ts';
import { isSelected, noteLook } from './selection.ts';
import { readersOf } from './readers.ts';
import { nameOf, rowsOf, screensWith } from './screens.ts';
import { sides } from './checks/directions.ts';
import { cutOff } from './checks/overflow.ts';

/** Names of 32 characters; some of them offer no place for a line break. */
const longNames = [
  'W'.repeat(32),
  'Wolfeschlegelsteinhausenbergerdo',
  'Ng\u0302\u0323o\u0323c '.repeat(4).slice(0, 32),
  'عبدالرحمنبنعبداللهالمحمديالشريفي',
  'श्रीनिवासराघवनवेंकटसुब्रमण्यमनाथ',
  'สมชายใจดีมีทรัพย์มั่งคั่งร่ำรวยง',
  '山田太郎左衛門尉藤原朝臣'.repeat(3).slice(0, 32),
  'ወልደገብርኤልተክለሃይማኖትገብረመድኅንአባተወልደ',
  '⚽'.repeat(32),
  `Ann\u202E${'e'.repeat(28)}`,
].map((name) => [...name].slice(0, profileTextLimit).join('').padEnd(profileTextLimit, 'm'));

for (const side of sides) {
  test(`${side}: names of 32 characters in any script fit into every screen`, async ({ given }) => {
    if (!isSelected(`${side}, long names`)) return;
    const server = await given.aServer({ DEMO: '1' });
    await server.query(
      `update members set first_name = given[1 + number % 10], last_name = given[1 + (number + 3) % 10]
       from (select id as member, row_number() over (order by id) as number, $1::text[] as given
             from members) as named
       where id = member`,
      [longNames],
    );
    const readers = await readersOf(given, server, { language: side });

    const found = await onEvery(readers, side, await rowsOf(server.origin), {
      'long names': async (page) => {
        await page.setViewportSize({ width: 320, height: 844 });
        const cut = (await cutOff(page)).map((line) => `at 320 px, ${line}`);
        await page.setViewportSize({ width: 1280, height: 800 });
        return [...cut, ...(await cutOff(page)).map((line) => `at 1280 px, ${line}`)];
      },
    });

    expect(found).toEqual([]);
  });
}

test('a name with a direction override does not affect the text around it', async ({ given }) => {
  if (!isSelected('a name that turns the line')) return;
  const server = await given.aServer({ DEMO: '1' });
  await server.query('update members set first_name = $1', ['Ann\u202E']);
  const readers = await readersOf(given, server, { language: 'en' });

  const found: string[] = [];
  let met = 0;
  for (const screen of screensWith(await rowsOf(server.origin))) {
    if (screen.prepare !== undefined) continue;
    const { phone, page } = await readers.open(screen);
    await phone.settles();
    const { all, loose } = await page.evaluate(turningTexts);
    met += all;
    found.push(...loose.map((text) => `${nameOf(screen)}: ${text}`));
    noteLook(`a name that turns the line, ${nameOf(screen)}`);
  }

  expect(met).toBeGreaterThan(10);
  expect(found).toEqual([]);
});

/**
 * Counts texts with U+202E, which reverses the text after it; `loose` lists those that no `bdi` or
 * isolate character separates from other text.
 */
function turningTexts(): { all: number; loose: string[] } {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  }
  const turning = texts.filter(({ data }) => data.includes('\u202E'));
  const loose = turning.filter(({ data, parentElement }) => {
    if (/\u2068[^\u2069]*\u202E[^\u2068]*\u2069/.test(data)) return false;
    return !parentElement?.closest('bdi, body [dir], option, h1');
  });
  return {
    all: turning.length,
    loose: loose.map(({ parentElement }) => parentElement?.outerHTML.slice(0, 200) ?? ''),
  };
}
