import { expect } from '@playwright/test';

import { rowsOf } from '../audit/screens.ts';
import { aCaller, postsTips } from '../testing/server/api-caller.ts';
import { addAdministrator } from '../testing/people/newcomer.ts';
import { test } from './journey.ts';
import { memberOn } from './member.ts';
import { waitForSettledPage } from './page-state.ts';

/** Runs in the page: measures the boxes of its selects and its search field. */
function readControlBoxes() {
  const fields = document.querySelectorAll('main :is(select, input[type="search"])');
  return [...fields].map((field) => {
    const { backgroundColor, borderTopColor, fontSize } = getComputedStyle(field);
    const { height } = field.getBoundingClientRect();
    return { height, backgroundColor, borderTopColor, fontSize };
  });
}

for (const language of ['en', 'ar']) {
  test(`shows digits 0 to 9 on the main screens and draws selects like fields, in ${language}`, async ({
    server,
    openPhone,
  }, testInfo) => {
    const { tip } = await rowsOf(server.origin);
    const person = await addAdministrator(server);
    await postsTips(server.origin, await aCaller(server.origin, person.email, person.password), 3);
    const phone = await openPhone();
    await memberOn(phone, person).logIn();
    await phone.chooseLanguage(language);

    const screens = {
      home: '/',
      create: '/tips/create',
      tickets: '/tips/my-tips',
      tip: `/tip/${tip}`,
      desk: '/admin',
      'desk-tickets': '/admin/tickets',
    };
    for (const [name, path] of Object.entries(screens)) {
      await phone.open(path);
      await waitForSettledPage(phone, { path, language }, ({ digits }) => /^[0-9]+$/.test(digits));
      await phone.saveScreenshot(testInfo.outputPath(`${name}-${language}-${phone.engine}.png`));
    }
    const [search, ...selects] = await phone.evaluate(readControlBoxes);
    expect(selects, 'selects look like fields').toEqual(selects.map(() => search));
    expect(selects).not.toEqual([]);
  });
}

test('shows five lines of an analysis at once', async ({ server, openPhone }) => {
  const phone = await openPhone();
  const member = memberOn(phone, await addAdministrator(server));
  await member.logIn();
  await member.openCreate();
  await member.pickLastGames(1);
  await phone.click({ role: 'button', name: /Review/ });
  await phone.enter(
    { role: 'textbox', name: /Analysis/ },
    'Five lines of a text. '.repeat(10).trim(),
  );

  const lines = await phone.evaluate(() => {
    const field = document.querySelector('textarea');
    if (!field) return 0;
    return field.clientHeight / Number.parseFloat(getComputedStyle(field).lineHeight);
  });
  expect(lines).toBeGreaterThan(5);
});
