import { Dexie, liveQuery } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { memberId, row, serverTip } from '../support/samples.ts';
import { aBrowser, silence } from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';

describe('dexie/Dexie.js#2225: "connected" for six hours with seven unsent changes', () => {
  const hangs = [
    {
      name: 'a frozen tab holds the lock',
      async begins(browser: ReturnType<typeof aBrowser>) {
        const frozen = browser.process();
        const name = `touchline:outbox:${frozen.owner}`;
        void frozen.locks?.request(name, {}, () => new Promise(() => {}));
      },
    },
    {
      name: 'a drain of this tab waits for a storage that never answers',
      async begins(
        _: ReturnType<typeof aBrowser>,
        tab: ReturnType<ReturnType<typeof aBrowser>['opensTab']>,
      ) {
        const whole = tab.store.operations.orderBy.bind(tab.store.operations);
        let first = true;
        tab.store.operations.orderBy = (index) => {
          const collection = whole(String(index));
          if (!first) return collection;
          first = false;
          return Object.assign(collection, { toArray: () => new Promise(() => {}) });
        };
      },
    },
  ];

  test.each(hangs)(
    'when $name, a minute without an attempt forces one and says so',
    async (hang) => {
      const server = aServer();
      const browser = aBrowser(server);
      const tab = browser.opensTab();
      await hang.begins(browser, tab);
      const queued = await tab.does('follow.set', follow(1));
      tab.engine.start();
      await browser.settles();
      expect(server.changes()).toEqual([]);
      expect(tab.engine.watchdog.get()).toBe(0);

      await browser.passes(95_000, 5000);

      expect(server.times(queued?.id ?? '')).toBe(1);
      expect(tab.engine.watchdog.get()).toBeGreaterThan(0);
      browser.dies();
    },
  );

  test('a queue that waits because there is no connection raises no alarm', async () => {
    const browser = aBrowser(aServer());
    const tab = browser.opensTab();
    browser.way = silence;
    tab.engine.start();
    await tab.does('follow.set', follow(1));

    await browser.passes(300_000, 5000);

    expect(tab.engine.watchdog.get()).toBe(0);
    browser.dies();
  });
});

describe('dexie/Dexie.js#2228: one malformed mutation throws in sync for ever', () => {
  const sound = row({ seq: 1 });
  const { payload: _payload, ...without } = sound;
  test.each([
    { malformed: 'no payload', poison: without },
    { malformed: 'a payload of another shape', poison: { ...sound, payload: { tip: 7 } } },
    { malformed: 'no lane', poison: { ...sound, lane: undefined } },
    { malformed: 'a lane that is a number', poison: { ...sound, lane: 4 } },
    { malformed: 'deps that are no list', poison: { ...sound, deps: 'none' } },
    { malformed: 'a state nobody knows', poison: { ...sound, state: 'halfway' } },
    { malformed: 'a nextAt of NaN', poison: { ...sound, nextAt: Number.NaN } },
    { malformed: 'a payload that is a circle', poison: { ...sound, payload: circle() } },
    { malformed: 'nothing but a number', poison: { seq: 1 } },
  ])('$malformed is set aside in sight, and the rest drains', async ({ poison }) => {
    const server = aServer();
    const browser = aBrowser(server);
    const before = browser.process();
    await before.store.table('operations').add(poison);
    const tab = browser.opensTab();
    tab.engine.start();

    const queued = [
      await tab.does('follow.set', follow(1)),
      await tab.does('follow.set', follow(2)),
    ];
    await browser.passes(5000);

    expect(queued.map((one) => server.times(one?.id ?? ''))).toEqual([1, 1]);
    expect(await tab.rows()).toMatchObject([{ seq: 1, state: 'unreadable' }]);
    expect(await tab.store.table('operations').get(1)).toEqual(poison);
    browser.dies();
  });
});

describe('dexie/Dexie.js#2270: live queries stay stale after a large sync', () => {
  test('a live query that opens at any step of a pull of 10,000 rows comes to show them all', async () => {
    const server = aServer();
    const tips = Array.from({ length: 10_000 }, (_, index) =>
      serverTip({ id: `0195a000-0000-7000-8000-${String(index).padStart(12, '0')}` }),
    );
    server.intercept = ({ path }) =>
      path === '/api/sync'
        ? { status: 200, body: { ...server.pages(memberId), cursor: 1, tips } }
        : undefined;
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    await tab.tips();
    // Dexie's globals, which a page takes from the browser.
    Object.assign(Dexie.dependencies, { indexedDB: tab.disk, IDBKeyRange });
    const complete: Promise<void>[] = [];
    const opens = () => {
      const shown = Promise.withResolvers<void>();
      const count = () => tab.store.tips.count();
      const watching = liveQuery(count).subscribe((found) => {
        if (found === tips.length) shown.resolve();
      }, shown.reject);
      complete.push(shown.promise.finally(() => watching.unsubscribe()));
    };
    opens();
    let steps = 0;
    tab.onStep = () => {
      steps += 1;
      if (steps <= 40) opens();
    };

    await tab.engine.refresh('own');
    tab.onStep = () => {};

    expect(complete.length).toBeGreaterThan(10);
    await expect(Promise.all(complete)).resolves.toHaveLength(complete.length);
    browser.dies();
  });
});

function circle(): unknown {
  const round: Record<string, unknown> = { tipId: 3 };
  round['self'] = round;
  return round;
}
