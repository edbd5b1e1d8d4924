import { describe, expect, test } from 'vitest';
import { tipPayload } from '../support/samples.ts';
import { aBrowser, noConnection, silence, nextTick } from './support/a-browser.ts';
import type { Step } from './support/a-disk.ts';
import { aServer, refusedWith } from './support/a-server.ts';
import { follow } from './support/follows.ts';

const isOutboxWrite = ({ what, database = '', mode }: Step) =>
  what === 'begins' && database.includes('member') && mode === 'readwrite';

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

describe('TanStack/db#1046: the whole outbox is replayed twice at load', () => {
  test('fifty changes of who drains make one drain at a time, and one request for each operation', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const first = browser.opensTab();
    const ids: string[] = [];
    for (let number = 0; number < 8; number += 1) {
      const row = await first.queues('follow.set', follow(number));
      ids.push(row?.id ?? '');
    }
    let underWay = new Set<string>();
    let together = 0;
    browser.way = async (deliver, { method, key }) => {
      if (method === 'GET') return deliver();
      if (underWay.has(key)) together += 1;
      underWay = new Set(underWay).add(key);
      await nextTick();
      underWay.delete(key);
      return deliver();
    };

    const tabs = [first];
    for (let change = 0; change < 50; change += 1) {
      const leader = tabs.shift();
      if (change % 7 === 0) await leader?.engine.stop();
      const next = browser.opensTab();
      next.engine.start();
      next.receives('pageshow');
      tabs.push(next);
      await nextTick();
      expect(browser.locks.owners()).toBeLessThanOrEqual(1);
    }
    await browser.passes(10_000, 1000);

    expect(together).toBe(0);
    expect(
      server
        .changes()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(ids.toSorted());
    browser.dies();
  });
});

describe('TanStack/db#1300: an update reaches the server before its insert', () => {
  test('behind a post that is retried its booking waits, and other lanes do not', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const process = browser.process();
    const slip = tipPayload();
    let failures = 5;
    server.intercept = ({ path, method }) => {
      if (method !== 'POST' || path !== '/api/tips' || failures === 0) return undefined;
      failures -= 1;
      return refusedWith('unavailable');
    };
    await process.queues('tip.post', slip);
    await process.queues('tip.book', { tipId: slip.id });
    await process.queues('follow.set', follow(1));

    await process.drains().done;
    expect(server.done()).toEqual([`follow ${follow(1).tipsterId} true`]);
    expect(await process.states()).toEqual(['unknown', 'pending', 'acked']);
    for (let round = 0; round < 6; round += 1) {
      browser.clock.passes(300_000);
      await process.drains().done;
    }

    expect(server.done().slice(1)).toEqual([`post ${slip.id}`, `book ${slip.id}`]);
    expect(server.changes().filter(({ path }) => path.includes('bookTicket'))).toHaveLength(1);
    browser.dies();
  });
});

describe('TanStack/db#1659 and boardsesh/boardsesh#5305: the answer came, and writing it down failed', () => {
  const answers = [
    { answer: 'taken', intercept: () => undefined },
    { answer: 'refused', intercept: () => refusedWith('not-allowed') },
  ];

  test.each(answers)(
    'while every write after the answer fails, an operation that was $answer is unknown',
    async ({ intercept }) => {
      const server = aServer();
      const browser = aBrowser(server);
      const tab = browser.opensTab();
      const row = await tab.queues('follow.set', follow(1));
      let broken = false;
      server.intercept = ({ method }) => {
        if (method === 'GET') return undefined;
        broken = true;
        return intercept();
      };
      tab.onStep = ({ what, mode }) => {
        if (broken && what === 'begins' && mode === 'readwrite') {
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        }
      };

      tab.engine.start();
      await browser.settles();
      const [stored] = await tab.rows();
      expect(stored?.state).toMatch(/sending|unknown/);
      expect(tab.outcomes).toEqual([]);

      tab.onStep = () => {};
      await browser.passes(60_000, 5000);
      const expected = intercept() ? [{ state: 'rejected' }] : [];
      expect(await tab.rows()).toMatchObject(expected);
      expect(server.times(row?.id ?? '')).toBe(intercept() ? 0 : 1);
      browser.dies();
    },
  );

  test('whichever single write after the answer fails, the effect happens once and is seen', async () => {
    for (let failing = 1; failing <= 12; failing += 1) {
      const server = aServer();
      const browser = aBrowser(server);
      const tab = browser.opensTab();
      const row = await tab.queues('follow.set', follow(1));
      let writes = 0;
      tab.onStep = ({ what, mode }) => {
        if (server.changes().length === 0 || what !== 'begins' || mode !== 'readwrite') return;
        writes += 1;
        if (writes === failing) throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
      tab.engine.start();
      await browser.passes(90_000, 5000);
      await tab.engine.refresh('own');

      expect(await tab.states(), `write ${failing}`).toEqual([]);
      expect(server.times(row?.id ?? '')).toBe(1);
      expect(await tab.follows()).toMatchObject([{ following: true }]);
      browser.dies();
    }
  });
});

describe('TanStack/db 1.0.59 (#1966) and #865: success is reported in a tab that stores nothing', () => {
  type OtherTab = { name: string; of: (browser: ReturnType<typeof aBrowser>) => Promise<void> };
  const others: OtherTab[] = [
    { name: 'nobody drains', of: async () => {} },
    {
      name: 'another tab is sending',
      async of(browser) {
        browser.way = (deliver, request) =>
          request.method === 'GET' ? deliver() : silence(deliver, request);
        const other = browser.opensTab();
        await other.does('follow.set', follow(7));
        other.engine.start();
        await browser.settles();
      },
    },
    {
      name: 'a frozen tab holds the lock',
      async of(browser) {
        const frozen = browser.process();
        void frozen.locks?.request(
          'touchline:outbox:' + frozen.owner,
          {},
          () => new Promise(() => {}),
        );
      },
    },
    {
      name: 'the leader has just died',
      async of(browser) {
        const leader = browser.opensTab();
        leader.engine.start();
        await nextTick();
        leader.dies();
      },
    },
  ];
  const selves = ['never started', 'started', 'waiting', 'stopped'] as const;

  test.each(others.flatMap((other) => selves.map((self) => ({ ...other, self }))))(
    'a tab that has $self keeps what it promised while $name',
    async ({ of, self }) => {
      const server = aServer();
      const browser = aBrowser(server);
      await of(browser);
      const tab = browser.opensTab();
      if (self !== 'never started') tab.engine.start();
      if (self === 'waiting') await browser.settles();
      if (self === 'stopped') {
        browser.way = noConnection;
        void tab.engine.stop();
      }

      const promised = await tab.does('follow.set', follow(1));
      browser.dies();

      const after = browser.process();
      const stored = (await after.rows()).find(({ id }) => id === promised?.id);
      expect(stored ?? server.times(promised?.id ?? '')).toBeTruthy();
      browser.way = (deliver) => deliver();
      browser.clock.passes(300_000);
      await after.drains().done;
      expect(server.times(promised?.id ?? '')).toBe(1);
    },
  );

  test('an enqueue whose transaction fails is reported as failed', async () => {
    const browser = aBrowser(aServer());
    const tab = browser.opensTab();
    await tab.rows();
    tab.onStep = (step) => {
      if (isOutboxWrite(step)) throw new DOMException('The disk is full.', 'QuotaExceededError');
    };

    await expect(tab.does('follow.set', follow(1))).rejects.toMatchObject({ trouble: 'full' });

    tab.onStep = () => {};
    expect(await tab.rows()).toEqual([]);
    browser.dies();
  });
});
