import { describe, expect, test } from 'vitest';
import { tipPayload } from '../../testing/engine/samples.ts';
import { aBrowser } from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';

describe('TanStack/db#1323: a change disappears for seconds because the refetch wins', () => {
  /** Reads the displayed rows after every step of either process. */
  async function watches(pullAt: number, lost: boolean) {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    const watcher = browser.process();
    const slip = tipPayload();
    await tab.queues('tip.post', slip);
    await tab.queues('tip.book', { tipId: slip.id });
    let steps = 0;
    let pulled: Promise<unknown> = Promise.resolve();
    const missing: number[] = [];
    const looks: Promise<void>[] = [];
    const look = async (at: number) => {
      const seen = (await watcher.tips()).find(({ id }) => id === slip.id);
      if (!seen?.IsBooked) missing.push(at);
    };
    let answers = 0;
    browser.way = (deliver, { method }) => {
      const answer = deliver();
      if (method !== 'GET') answers += 1;
      if (lost && method !== 'GET' && answers === 1) throw new TypeError('Failed to fetch');
      return answer;
    };
    tab.onStep = ({ what, mode }) => {
      steps += 1;
      if (what === 'completes' && mode === 'readwrite') looks.push(look(steps));
      if (steps === pullAt) pulled = tab.engine.refresh('own');
    };

    await tab.drains().done;
    await pulled;
    await tab.engine.refresh('own');
    browser.clock.passes(10_000);
    await tab.drains().done;
    await tab.engine.refresh('own');
    await Promise.all(looks);
    const states = await tab.states();
    browser.dies();
    return { steps, missing, states };
  }

  test.each([{ lost: false }, { lost: true }])(
    'a pull at any step of a send never drops what is pending from view: answer lost $lost',
    async ({ lost }) => {
      const { steps } = await watches(0, lost);

      for (let step = 1; step <= steps; step += 1) {
        const { missing, states } = await watches(step, lost);

        expect(missing, `pulled at step ${step}`).toEqual([]);
        expect(states).toEqual([]);
      }
    },
  );
});
