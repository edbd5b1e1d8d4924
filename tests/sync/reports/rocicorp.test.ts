import { describe, expect, test } from 'vitest';
import { leg, serverTip, tipId } from '../support/samples.ts';
import { aBrowser, nextTick } from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { chance } from './support/chance.ts';

describe('rocicorp/mono#6340: changes of other tabs are skipped, then go out of order', () => {
  const fixtures = Array.from({ length: 9 }, (_, index) => `fixture-${index}`);
  const legs = fixtures.map((fixtureId) => leg({ fixtureId }));

  /** Three tabs change one tip in turn, and drain at random times. */
  async function interleaves(seed: number, locks: boolean) {
    const random = chance(seed);
    const server = aServer();
    server.tips.set(tipId, serverTip({ options: legs, version: 1 }));
    const browser = aBrowser(server, { locks });
    const tabs = [browser.process(), browser.process(), browser.process()];
    browser.way = async (deliver) => {
      for (let ticks = random() * 4; ticks > 1; ticks -= 1) await nextTick();
      return deliver();
    };
    for (const [index, fixtureId] of fixtures.entries()) {
      const tab = tabs[index % 3];
      const change = { fixtureId, game: 'Arsenal Vs Chelsea', result: 'won' as const };
      await tab?.queues('leg.settle', { tipId, legs, change }, { baseVersion: 1 });
      const drains = tabs[Math.floor(random() * 3)];
      if (random() < 0.6) void drains?.drains().done.catch(() => {});
      for (let ticks = random() * 30; ticks > 1; ticks -= 1) await nextTick();
    }
    await browser.settles();
    browser.clock.passes(300_000);
    for (const tab of tabs) await tab.drains().done;
    const seen = { done: server.done(), states: await tabs[0]?.states() };
    browser.dies();
    return seen;
  }

  test.each([{ locks: true }, { locks: false }])(
    'the server finds neither a gap nor a swap in what three tabs do in turn: locks $locks',
    async ({ locks }) => {
      for (let seed = 1; seed <= 10; seed += 1) {
        const { done, states } = await interleaves(seed, locks);

        expect(done, `seed ${seed}`).toEqual(fixtures.map((id) => `edit ${id}`));
        expect(new Set(states), `seed ${seed}`).toEqual(new Set(['acked']));
      }
    },
  );
});
