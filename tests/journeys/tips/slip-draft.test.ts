import { expect, type Page } from '@playwright/test';

import type { Backend } from '../../testing/server/backend.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline, type ReadyForOffline } from '../../testing/people/newcomer.ts';
import { chipOf, type Phone } from '../../testing/phone/phone.ts';
import { serveLaterBuild, waitForUpdateOffer } from '../../testing/phone/service-worker.ts';

test.use({ phones: 'are reopened' });

type Scene = ReadyForOffline & { backend: Backend };

/** Events between filling the slip and posting it. */
const interruptions: Record<string, (scene: Scene) => Promise<unknown>> = {
  'a reload': async ({ phone }) => phone.reloads(),
  'a tab that is closed': async ({ phone }) => {
    const closed = phone.page();
    await phone.opensAnotherTab('/');
    await closed.close();
  },
  'a tab that crashes': async ({ phone }) => {
    const crashed = phone.page();
    const session = await phone.context().newCDPSession(crashed);
    const gone = crashed.waitForEvent('crash');
    // A crashed page never responds, so the result is not awaited.
    void session.send('Page.crash').catch(() => undefined);
    await gone;
    await phone.opensAnotherTab('/');
    await crashed.close();
  },
  'a browser that is closed': async ({ phone }) => {
    await phone.closes();
    await phone.reopens('/');
  },
  'an empty battery': async ({ phone }) => {
    await phone.dies();
    await phone.reopens('/');
  },
  'a new version': async ({ connection, phone, member }) => {
    await serveLaterBuild(connection);
    await waitForUpdateOffer(phone.page());
    await member.acceptsTheNewVersion();
  },
  'a login that has run out': async ({ backend, phone, member }) => {
    await backend.query(
      `update sessions set expires_at = now() - interval '1 s'
       where member_id = (select id from members where email = $1)`,
      [member.email],
    );
    await phone.findsANetwork();
    await phone.chip('Log in');
    await phone.tapsInTheTopBar(chipOf(phone.page()));
    await member.logsInIfRequired();
  },
};

test('a slip survives every interruption before its post, to the last letter', async ({
  given,
  sharedServer,
}) => {
  const ready = await aMemberReadyForOffline(given, sharedServer);
  const { phone, member } = ready;
  // A new login may not be on the disk yet, so the browser is closed once before the test.
  await phone.closes();
  await phone.reopens('/tips/create');
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');

  for (const [what, happens] of Object.entries(interruptions)) {
    const analysis = `Written before ${what}`;
    await member.opensCreate();
    await member.reviewsTheSlip();
    await analysisOn(phone).fill(analysis);
    await expect.poll(async () => countStoredSlips(phone.page(), analysis)).toBe(1);

    await phone.page().keyboard.press('Escape');
    await happens({ ...ready, backend: sharedServer });

    await member.opensCreate();
    await member.reviewsTheSlip();
    await member.seesOnTheSlip(game);
    await expect(analysisOn(phone)).toHaveValue(analysis);
    await phone.page().keyboard.press('Escape');
  }
});

function analysisOn(phone: Phone) {
  return phone.page().getByRole('textbox', { name: 'Analysis' });
}

/** Counts the stored slips with this analysis. */
async function countStoredSlips(page: Page, words: string): Promise<number> {
  return page.evaluate(async (analysis) => {
    let kept = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('touchline-member-')) continue;
      const opened = indexedDB.open(name);
      await new Promise((done) => opened.addEventListener('success', done));
      const read = opened.result.transaction('documents').objectStore('documents').get('slip');
      await new Promise((done) => read.addEventListener('success', done));
      if (read.result?.value?.analysis === analysis) kept += 1;
      opened.result.close();
    }
    return kept;
  }, words);
}
