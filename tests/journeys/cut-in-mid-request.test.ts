import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aMemberAtTheGround } from '../support/newcomers.ts';
import { tipsOf } from '../support/tips-kept.ts';

const ends = [
  ['reloaded', async (reload: () => Promise<void>) => reload()],
  ['killed', async (_: () => Promise<void>, kill: () => Promise<void>) => kill()],
] as const;

for (const [what, end] of ends) {
  test(`a page that is ${what} with a tip under way sends the same one again`, async ({
    given,
    ground,
  }) => {
    const { line, phone, member } = await aMemberAtTheGround(given, ground);

    // What is cut here has reached the server: its answer is what nobody hears.
    const cut = line.onceItReached('POST /api/tips', async () => end(phone.reloads, phone.dies));
    const [game = ''] = await member.gamesFromTheLast();
    await member.picks(game, '1X2 - 1');
    await member.reviewsTheSlip();
    await member.posts();
    await cut;
    if (what === 'killed') await phone.reopens('/tips/my-tips');
    else await phone.opens('/tips/my-tips');

    await member.seesTip(game, 'Posted');
    expect(await tipsOf(ground, member.email)).toHaveLength(1);
    const keys = line.carried('POST /api/tips').map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
  });
}
