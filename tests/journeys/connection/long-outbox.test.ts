import { expect, type Page } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline, aNewcomer } from '../../testing/people/newcomer.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test.use({ phones: 'are reopened' });

/** Below the number of tips that a member may post in a day, and far above the size of a batch. */
const many = 190;

test('hundreds of changes survive a restart, and the page counts down while they are sent', async ({
  given,
  sharedServer,
}) => {
  const tipster = await aNewcomer(await given.aPhone(sharedServer.origin), sharedServer);
  await tipster.startsAt('/tips/create');
  const game = await tipster.postsATip();
  await expect.poll(async () => tipsOf(sharedServer, tipster.email)).toHaveLength(1);
  const [original] = await sharedServer.query<{ id: string }>(
    'select tips.id from tips join members on members.id = owner_id where email = $1',
    [tipster.email],
  );
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await connection.breaks();
  await member.opensCreate();
  await member.picks(game, '1X2 - 1');
  await member.postsFromReview();
  await member.seesTip(game, 'Saved on this phone');
  await phone.page().evaluate(addCopies, { count: many - 1, copiedFrom: original?.id ?? '' });

  await phone.dies();
  await phone.reopens('/sync');
  const left = phone
    .page()
    .getByRole('main')
    .getByText(/\d+ saved/);
  await expect(left).toHaveText(`${many} saved. Will be sent when you are online.`);
  await phone.chip(`Offline · ${many} saved`);
  const seen = await recordUnsentCounts(phone.page());

  await connection.mends();
  await phone.findsANetwork();
  const everything = phone.page().getByText('Everything you did has arrived.');
  await expect(everything).toBeVisible({ timeout: 60_000 });
  await phone.chip('Up to date');

  expect(await tipsOf(sharedServer, member.email)).toHaveLength(many);
  const keys = connection.carried('POST /api/tips').map(({ key }) => key);
  expect(new Set(keys).size).toBe(many);
  const numbers = await seen();
  // A busy machine may render only one number between the first one and zero.
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
});

/** Runs in the page: adds copies of another member's tip to the outbox, which contains one post. */
async function addCopies({ count, copiedFrom }: { count: number; copiedFrom: string }) {
  const done = async <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const named = (await indexedDB.databases()).map(({ name = '' }) => name);
  const store = named.find((name) => name.startsWith('touchline-member-')) ?? '';
  const database = await done(indexedDB.open(store));
  const writing = database.transaction('operations', 'readwrite', { durability: 'strict' });
  const operations = writing.objectStore('operations');
  const [{ seq: _, sent: _sent, ...tried }] = await done(operations.getAll());
  const pending = { ...tried, state: 'pending', sentEver: false, attempts: 0, nextAt: 0 };
  const written = new Promise((resolve) => {
    writing.addEventListener('complete', resolve);
  });
  for (let copy = 0; copy < count; copy += 1) {
    const id = `${pending.id.slice(0, -4)}${copy.toString(16).padStart(4, '0')}`;
    const payload = { ...pending.payload, id, copiedFrom };
    operations.add({ ...pending, id, subjects: [`tip:${id}`], payload });
  }
  await written;
  database.close();
}

/** Records every number of unsent changes that the page shows; the returned function returns them in order. */
async function recordUnsentCounts(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const numbers: number[] = [];
    Object.assign(globalThis, { numbers });
    const note = () => {
      const text = document.querySelector('main')?.textContent ?? '';
      const number = Number(/(\d+) saved/.exec(text)?.[1]);
      if (number > 0 && number !== numbers.at(-1)) numbers.push(number);
    };
    note();
    new MutationObserver(note).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return async () => page.evaluate(() => Reflect.get(globalThis, 'numbers'));
}
