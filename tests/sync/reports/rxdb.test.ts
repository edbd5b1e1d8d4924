import { describe, expect, test } from 'vitest';
import { tipPayload } from '../support/samples.ts';
import { aBrowser, noConnection, type Way } from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';

describe('pubkey/rxdb#7612: the deletion of something never uploaded fails for ever', () => {
  test('what was made and taken back offline is never asked for', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    tab.engine.start();
    await browser.settles();
    browser.way = noConnection;
    browser.online = false;
    const slip = tipPayload();
    await tab.does('tip.post', slip);
    await tab.does('tip.book', { tipId: slip.id });
    await tab.does('tip.withdraw', { tipId: slip.id });
    const serverRow = async () => follow(1, false);
    await tab.does('follow.set', follow(1), { serverRow });
    await tab.does('follow.set', follow(1, false), { serverRow });
    await browser.passes(5000);
    expect(await tab.tips()).toEqual([]);

    browser.way = (deliver) => deliver();
    browser.online = true;
    tab.receives('online');
    await browser.passes(10 * 60_000, 30_000);

    expect(server.changes()).toEqual([]);
    expect(await tab.states()).toEqual([]);
    browser.dies();
  });

  test('what may have arrived is taken back on the server', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    tab.engine.start();
    await browser.settles();
    const slip = tipPayload();
    browser.way = (deliver, { method }) => {
      const answer = deliver();
      if (method !== 'GET') throw new TypeError('Failed to fetch');
      return answer;
    };
    await tab.does('tip.post', slip);
    await browser.settles();
    await tab.does('tip.withdraw', { tipId: slip.id });
    browser.way = (deliver) => deliver();
    await browser.passes(60_000, 5000);

    expect(server.done()).toEqual([`post ${slip.id}`, `withdraw ${slip.id}`]);
    expect(await tab.tips()).toEqual([]);
    expect(await tab.states()).toEqual([]);
    browser.dies();
  });
});

describe('pubkey/rxdb#5571: what comes down during a push is ignored, though the cursor moves', () => {
  /** The echo of a change arrives before its response, with another phone's change in between. */
  async function comesFirst(way: (hold: () => Promise<void>) => Way) {
    const server = aServer();
    const [browser, phone] = [aBrowser(server), aBrowser(server)];
    const [tab, other] = [browser.opensTab(), phone.process()];
    const slip = tipPayload();
    tab.engine.start();
    await browser.settles();
    const hold = Promise.withResolvers<void>();
    browser.way = way(() => hold.promise);
    await tab.does('tip.post', slip);
    await browser.settles();
    await other.queues('tip.book', { tipId: slip.id });
    await other.queues('follow.set', follow(3));
    await other.drains().done;

    await tab.engine.refresh('own');
    const during = await tab.tips();
    const states = await tab.states();
    hold.resolve();
    await browser.passes(60_000, 5000);
    await tab.engine.refresh('own');

    const seen = {
      during,
      states,
      after: await tab.tips(),
      base: (await tab.store.tips.toArray()).map(({ id, version }) => ({ id, version })),
      follows: await tab.follows(),
      reported: [...server.tips.values()].map(({ id, version }) => ({ id, version })),
      statesAtEnd: await tab.states(),
    };
    browser.dies();
    phone.dies();
    return seen;
  }

  const answers: { answer: string; way: (hold: () => Promise<void>) => Way }[] = [
    {
      answer: 'comes late',
      way:
        (hold) =>
        async (deliver, { method }) => {
          const answer = deliver();
          if (method !== 'GET') await hold();
          return answer;
        },
    },
    {
      answer: 'is lost',
      way:
        (hold) =>
        async (deliver, { method }) => {
          const answer = deliver();
          if (method === 'GET') return answer;
          await hold();
          throw new TypeError('Failed to fetch');
        },
    },
  ];

  test.each(answers)(
    'an echo before an answer that $answer leaves what the server has',
    async ({ way }) => {
      const { during, states, after, base, follows, reported, statesAtEnd } = await comesFirst(way);

      expect(states).toEqual([]);
      expect(during).toMatchObject([{ IsBooked: true, version: 2 }]);
      expect(after).toMatchObject([{ IsBooked: true, version: 2 }]);
      expect(base).toEqual(reported);
      expect(follows).toMatchObject([follow(3)]);
      expect(statesAtEnd).toEqual([]);
    },
  );
});
