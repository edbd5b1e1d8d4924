// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { AccountButton } from '#client/features/shell/account-menu.tsx';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

test('the opener of the account menu takes the focus where a click gives it none', async () => {
  const screen = await aScreen(<AccountButton />, aPhone());
  const opener = await screen.button('My Account');

  opener.click();

  expect(document.activeElement).toBe(opener);
});
