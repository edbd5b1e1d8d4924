import { expect, test } from 'vitest';
import { HomePage } from '#client/features/home/home-page.tsx';
import { markCataloguePartial } from '#client/startup/message-catalogue.ts';
import { aPhone } from '../../../testing/components/a-screen.tsx';

test('the home page of a member waits for the texts that the HTML lacks', async () => {
  aPhone();
  const words = Promise.withResolvers<void>();
  markCataloguePartial(async () => words.promise);

  let isThere = false;
  const loading = HomePage.preload().then(() => (isThere = true));
  await import('#client/features/home/member-home.tsx');
  // Lets promise callbacks run that wait only for the import.
  await new Promise((done) => setTimeout(done));
  expect(isThere).toBe(false);

  words.resolve();
  await loading;
});
