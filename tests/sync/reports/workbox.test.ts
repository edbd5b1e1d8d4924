import { describe, expect, test } from 'vitest';
import { leg, serverTip, tipId, tipPayload } from '../../testing/engine/samples.ts';
import { aBrowser } from './support/a-browser.ts';
import type { Step } from './support/a-disk.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';

const isOutbox = ({ database = '', mode }: Step) =>
  database.includes('member') && mode === 'readwrite';

describe('GoogleChrome/workbox#1984: still offline at replay, and one entry is gone', () => {
  const moments: { moment: string; is: (step: Step) => boolean; nth: number }[] = [
    {
      moment: 'while it is claimed',
      is: (step) => step.what === 'begins' && isOutbox(step),
      nth: 1,
    },
    {
      moment: 'once it is claimed',
      is: (step) => step.what === 'completes' && isOutbox(step),
      nth: 1,
    },
    {
      moment: 'as it leaves',
      is: ({ what, method }) => what === 'asks' && method !== 'GET',
      nth: 1,
    },
    {
      moment: 'as its answer comes',
      is: ({ what, method }) => what === 'is answered' && method !== 'GET',
      nth: 1,
    },
    {
      moment: 'as its answer is written down',
      is: (step) => step.what === 'begins' && isOutbox(step),
      nth: 2,
    },
  ];

  test.each(moments)(
    'a process that ends $moment, two hundred times, loses nothing',
    async ({ is, nth }) => {
      let kills = 0;
      for (let phone = 0; phone < 25; phone += 1) {
        const server = aServer();
        const browser = aBrowser(server);
        const promised: string[] = [];
        for (let round = 0; round < 8; round += 1) {
          const process = browser.process();
          const queued = await process.queues('follow.set', follow(round));
          promised.push(queued?.id ?? '');
          let seen = 0;
          process.onStep = (step) => {
            if (is(step)) seen += 1;
            if (seen < nth) return;
            process.dies();
            kills += 1;
          };
          void process.drains().done.catch(() => {});
          await browser.settles();
          expect(process.dead()).toBe(true);
        }

        const last = browser.process();
        browser.clock.passes(300_000);
        await last.drains().done;

        expect(await last.states()).toEqual(promised.map(() => 'acked'));
        expect(promised.map((key) => server.times(key))).toEqual(promised.map(() => 1));
        last.dies();
      }
      expect(kills).toBe(200);
    },
  );
});

describe('GoogleChrome/workbox#2640: two queued requests swap places', () => {
  const legs = ['one', 'two', 'three'].map((fixtureId) => leg({ fixtureId }));
  const settle = (fixtureId: string) => ({
    tipId,
    legs,
    change: { fixtureId, game: 'Arsenal Vs Chelsea', result: 'won' as const },
  });

  async function replay(enqueueAt: number) {
    const server = aServer();
    server.tips.set(tipId, serverTip({ options: legs, version: 1 }));
    const browser = aBrowser(server);
    const [tab, other] = [browser.process(), browser.process()];
    await tab.queues('leg.settle', settle('one'), { baseVersion: 1 });
    await tab.queues('leg.settle', settle('two'), { baseVersion: 1 });
    await other.rows();
    let steps = 0;
    let queued: Promise<unknown> = Promise.resolve();
    tab.onStep = () => {
      steps += 1;
      if (steps !== enqueueAt) return;
      queued = other.queues('leg.settle', settle('three'), { baseVersion: 1 }).then(() => {
        draining.notify('added');
      });
    };
    const draining = tab.drains();
    await draining.done;
    tab.onStep = () => {};
    await queued;
    await tab.drains().done;
    const states = await tab.states();
    browser.dies();
    return { steps, done: server.done(), states };
  }

  test('whatever is queued during any step of a replay goes after what was there', async () => {
    const { steps } = await replay(0);
    expect(steps).toBeGreaterThan(10);

    for (let step = 1; step <= steps; step += 1) {
      const { done, states } = await replay(step);

      expect(done, `queued at step ${step}`).toEqual(['edit one', 'edit two', 'edit three']);
      expect(states).toEqual(['acked', 'acked', 'acked']);
    }
  });
});

describe('GoogleChrome/workbox#600 and #1480: the same POST is sent twice', () => {
  test.each([{ locks: true }, { locks: false }])(
    'two tabs, the worker and the button at once have one effect: $locks',
    async ({ locks }) => {
      for (let start = 0; start < 12; start += 1) {
        const server = aServer();
        const browser = aBrowser(server, { locks });
        const slip = tipPayload();
        const first = browser.opensTab();
        const queued = [
          await first.queues('tip.post', slip),
          await first.queues('tip.book', { tipId: slip.id }),
          await first.queues('follow.set', follow(1)),
          await first.queues('follow.set', follow(2)),
        ];
        const second = browser.opensTab();
        const worker = browser.process();
        const replays = [
          () => first.engine.start(),
          () => second.engine.start(),
          () => void worker.drains({ lock: 'if-free' }).done.catch(() => {}),
          () => first.engine.nudge('woke'),
        ];

        for (let round = 0; round < 4; round += 1) replays[(start + round) % 4]?.();
        second.engine.nudge('woke');
        await browser.passes(30_000, 1000);

        expect(queued.map((row) => server.times(row?.id ?? ''))).toEqual([1, 1, 1, 1]);
        expect(server.done().indexOf(`post ${slip.id}`)).toBeLessThan(
          server.done().indexOf(`book ${slip.id}`),
        );
        if (locks) expect(server.changes()).toHaveLength(4);
        await first.engine.refresh('own');
        expect(await first.states()).toEqual([]);
        browser.dies();
      }
    },
  );
});
