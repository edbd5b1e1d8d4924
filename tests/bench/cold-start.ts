import { slowProcessor, withProfile } from './browser.ts';
import { type Rows, type Seen, seenOn, watchRows } from './watch-rows.ts';

/** A screen that starts offline from a browser profile. */
export type Start = { address: string; rows: Rows; profile: string };

/** Measures the starts alternately, each in a new browser process with a slow processor. */
export async function coldStarts(starts: readonly Start[], times: number): Promise<Seen[][]> {
  const seen: Seen[][] = starts.map(() => []);
  // The first round only warms the caches.
  for (let time = 0; time <= times; time += 1) {
    for (const [index, start] of starts.entries()) {
      const one = await coldStart(start);
      if (time > 0) seen[index]?.push(one);
    }
  }
  return seen;
}

async function coldStart({ address, rows, profile }: Start): Promise<Seen> {
  return withProfile(profile, async (page) => {
    await watchRows(page.context(), rows);
    await slowProcessor(page);
    await page.goto(address, { waitUntil: 'commit' });
    return seenOn(page);
  });
}
