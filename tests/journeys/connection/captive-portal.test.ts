import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import type { Phone } from '../../testing/phone/phone.ts';
import type { Instead } from '../../testing/server/static-host.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

const page = '<!doctype html><title>Stadium network</title>Please agree to our terms';
const portals: readonly (readonly [string, Instead])[] = [
  ['returns its own page for everything', { text: page }],
  ['redirects every request', { status: 302, text: page, location: '/agree-to-our-terms' }],
];

for (const [what, portal] of portals) {
  test(`a captive portal that ${what} removes nothing from the phone and stores nothing on it`, async ({
    given,
    sharedServer,
  }) => {
    const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
    await connection.breaks();
    const game = await member.postsATip();
    await member.seesTip(game, 'Saved on this phone');
    connection.isTakenOver(portal);
    await connection.mends();

    await phone.findsANetwork();
    // The reload also requests the app, its catalogues and its configuration through the portal.
    await phone.reloads();
    await phone.opensAnotherTab('/tips/create');
    await member.gamesFromTheLast();
    await phone.settles();
    await member.opensSaved();
    await member.seesTip(game, 'Saved on this phone');
    await phone.chip('Offline · 1 saved');
    expect(await tipsOf(sharedServer, member.email)).toEqual([]);
    expect(await readCachedTexts(phone)).not.toContain(portal.text);

    connection.isTakenOver(undefined);
    await phone.findsANetwork();
    await member.seesTip(game, 'Posted');
    await phone.chip('Up to date');
    expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
  });
}

/** All texts in the caches of the app. */
async function readCachedTexts(phone: Phone): Promise<string> {
  const texts = await phone.page().evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const answer of await cache.matchAll()) kept.push(await answer.text());
    }
    return kept;
  });
  expect(texts.length).toBeGreaterThan(10);
  return texts.join('\n');
}
