import { describe, expect, test } from 'vitest';
import { aBrowser, lostAnswer } from '../reports/support/a-browser.ts';
import { aServer, refusedWith } from '../reports/support/a-server.ts';
import { follow } from '../reports/support/follows.ts';
import { tipPayload } from '../../testing/engine/samples.ts';

describe('server rows', () => {
  test('are written by no tap and by no answer, only by a pull', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    let writes = 0;
    for (const table of [tab.store.tips, tab.store.adminTips, tab.store.follows]) {
      table.hook('creating', () => {
        writes += 1;
      });
    }
    const network = { carries: lostAnswer };
    browser.way = (deliver, request) => {
      if (request.path === '/api/sync') throw new TypeError('Failed to fetch');
      return request.method === 'GET' ? deliver() : network.carries(deliver, request);
    };
    server.intercept = ({ path }) =>
      path === '/api/tips' ? refusedWith('not-allowed') : undefined;
    tab.engine.start();

    await tab.does('tip.post', tipPayload());
    await tab.does('follow.set', follow(1));
    await browser.settles();
    network.carries = (deliver) => deliver();
    await browser.passes(10_000, 2500);
    expect(await tab.states()).toEqual(['rejected', 'acked']);
    expect(writes).toBe(0);

    browser.way = (deliver) => deliver();
    await tab.engine.refresh('own');
    expect(await tab.store.follows.count()).toBe(1);
    expect(writes).toBeGreaterThan(0);
    browser.dies();
  });

  /** A pull whose process ends at one of its steps. */
  async function pulls(endsAt: number) {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    await tab.queues('follow.set', follow(1));
    await tab.drains().done;
    const ended = Promise.withResolvers<void>();
    let steps = 0;
    tab.onStep = () => {
      steps += 1;
      if (steps !== endsAt) return;
      tab.dies();
      ended.resolve();
    };
    await Promise.race([tab.engine.refresh('own'), ended.promise]);
    await browser.settles();

    const after = browser.process();
    const follows = await after.store.follows.count();
    const cursor = (await after.store.documents.get('cursor'))?.value ?? 0;
    browser.dies();
    return { steps, follows, cursor };
  }

  test('come with their cursor or not at all, whenever the pull is cut off', async () => {
    const { steps, follows } = await pulls(0);
    expect(follows).toBe(1);

    const cursors = new Set<unknown>();
    for (let step = 1; step <= steps; step += 1) {
      const seen = await pulls(step);

      expect(seen.cursor, `cut off at step ${step}`).toBe(seen.follows);
      cursors.add(seen.cursor);
    }
    expect(cursors).toEqual(new Set([0, 1]));
  });
});
