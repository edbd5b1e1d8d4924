import { describe, expect, test } from 'vitest';
import { aBrowser, noConnection, silence } from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';

describe('redux-offline/redux-offline#368: the outbox never moves after a reload', () => {
  test('whatever a tab was in the middle of, the next one goes on at once', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const promised: string[] = [];
    const ways = [silence, noConnection, silence];
    for (const [number, way] of ways.entries()) {
      const tab = browser.opensTab();
      const row = await tab.does('follow.set', follow(number));
      promised.push(row?.id ?? '');
      tab.engine.start();
      await browser.settles();
      browser.way = (deliver, request) =>
        request.method === 'GET' ? deliver() : way(deliver, request);
      tab.engine.nudge('woke');
      await browser.settles();
      tab.dies();
    }
    const remaining = browser.process();
    await remaining.store.operations.toCollection().modify({ state: 'sending', sentEver: true });
    remaining.dies();

    browser.way = (deliver) => deliver();
    const tab = browser.opensTab();
    tab.engine.start();
    await browser.settles();

    expect(promised.map((id) => server.times(id))).toEqual([1, 1, 1]);
    expect(tab.engine.watchdog.get()).toBe(0);
    browser.dies();
  });
});

describe('redux-offline/redux-offline#167 and #432: a reload empties the outbox, or two tabs send it twice', () => {
  /** A tap, after which the tab lives for a number of microtasks. */
  async function taps(microtasks: number) {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    tab.engine.start();
    await browser.settles();
    let promised: string | undefined;
    let begun = 0;
    tab.onStep = ({ what, mode }) => {
      if (what === 'begins' && mode === 'readwrite') begun += 1;
    };
    void tab
      .does('follow.set', follow(1))
      .then((row) => {
        promised = row?.id;
      })
      .catch(() => {});
    for (let passed = 0; passed < microtasks; passed += 1) {
      await (passed % 4 === 3
        ? new Promise<void>((resolve) => {
            setImmediate(resolve);
          })
        : Promise.resolve());
    }
    tab.dies();
    const reported = promised;

    const [first, second] = [browser.opensTab(), browser.opensTab()];
    const stored = await first.rows();
    first.engine.start();
    second.engine.start();
    await browser.passes(2000, 1000);
    const seen = { reported, stored, begun, done: server.done(), remaining: await second.states() };
    browser.dies();
    return seen;
  }

  test('a tab that ends within a moment of the tap has stored what it said it stored, and two tabs send it once', async () => {
    const outcomes = new Set<string>();
    for (let microtasks = 0; microtasks < 60; microtasks += 1) {
      const { reported, stored, done, remaining } = await taps(microtasks);

      const isStored = stored.length > 0 || done.length > 0;
      if (reported !== undefined) expect(isStored, `ended after ${microtasks}`).toBe(true);
      expect(done.length, `ended after ${microtasks}`).toBe(isStored ? 1 : 0);
      expect(remaining).toEqual([]);
      outcomes.add(reported === undefined ? 'not reported' : 'reported');
    }
    expect(outcomes).toEqual(new Set(['not reported', 'reported']));
  });
});
