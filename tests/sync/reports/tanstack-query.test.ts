import { describe, expect, test } from 'vitest';
import { tipPayload } from '../support/samples.ts';
import { aBrowser, noConnection, nextTick } from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';

describe('TanStack/query#6238: a reload while a request is in flight loses the mutation', () => {
  /** Sends one operation, and ends the process a number of microtasks after one of its steps. */
  async function reloads(atStep: number, microtasks: number) {
    const server = aServer();
    const browser = aBrowser(server);
    const before = browser.process();
    const { id = '' } = (await before.queues('follow.set', follow(1))) ?? {};
    let steps = 0;
    before.onStep = () => {
      steps += 1;
      if (steps === atStep) void endsAfter(microtasks);
    };
    async function endsAfter(microtaskCount: number): Promise<void> {
      for (let passed = 0; passed < microtaskCount; passed += 1) await Promise.resolve();
      before.dies();
    }
    void before.drains().done.catch(() => {});
    await browser.settles();

    const after = browser.process();
    browser.clock.passes(300_000);
    await after.drains().done;
    const keys = new Set(server.changes().map(({ key }) => key));
    const seen = { steps, keys, id, times: server.times(id), states: await after.states() };
    browser.dies();
    return seen;
  }

  test('at each microtask of a send, the operation survives with the same key', async () => {
    const { steps } = await reloads(0, 0);
    expect(steps).toBeGreaterThan(6);

    for (let step = 1; step <= steps; step += 1) {
      for (let microtasks = 0; microtasks < 12; microtasks += 1) {
        const { keys, id, times, states } = await reloads(step, microtasks);

        expect([...keys], `step ${step}, microtask ${microtasks}`).toEqual([id]);
        expect(times).toBe(1);
        expect(states).toEqual(['acked']);
      }
    }
  });
});

describe('TanStack/query#5847: restored offline, back online, and nothing ever runs', () => {
  test('a page that starts without a connection sends all it was left once there is one', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const slip = tipPayload();
    browser.way = noConnection;
    browser.online = false;
    const before = browser.opensTab();
    before.engine.start();
    await before.does('tip.post', slip);
    await before.does('tip.book', { tipId: slip.id });
    await before.does('follow.set', follow(1));
    await browser.settles();
    before.dies();

    const restored = browser.opensTab();
    restored.engine.start();
    await browser.passes(3_600_000, 60_000);
    expect(server.done()).toEqual([]);
    browser.way = (deliver) => deliver();
    browser.online = true;
    restored.receives('online');
    await browser.passes(5000);

    expect(server.done().toSorted()).toEqual(
      [`book ${slip.id}`, `post ${slip.id}`, `follow ${follow(1).tipsterId} true`].toSorted(),
    );
    expect(await restored.states()).toEqual([]);
    browser.dies();
  });
});

describe('TanStack/query#6825: one flap online and offline, and all stays paused for ever', () => {
  test('after a minute of a connection that comes and goes every 50 ms, all is sent', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    const ids: string[] = [];
    tab.engine.start();
    let flaps = 0;
    browser.way = async (deliver) => {
      const begun = flaps;
      await nextTick();
      if (!browser.online) throw new TypeError('Failed to fetch');
      const answer = deliver();
      await nextTick();
      if (flaps !== begun) throw new TypeError('Failed to fetch');
      return answer;
    };

    for (let passed = 0; passed < 60_000; passed += 50) {
      flaps += 1;
      browser.online = !browser.online;
      tab.receives(browser.online ? 'online' : 'offline');
      if (passed % 4000 === 0) {
        const row = await tab.does('follow.set', follow(passed));
        ids.push(row?.id ?? '');
      }
      browser.clock.passes(50);
      for (let ticks = 0; ticks < 3; ticks += 1) await nextTick();
    }
    browser.online = true;
    // After the last event only the page's own timers run.
    await browser.passes(6 * 60_000, 5000);

    expect(ids.map((id) => server.times(id))).toEqual(ids.map(() => 1));
    expect(await tab.states()).toEqual([]);
    expect(tab.engine.watchdog.get(), 'nothing had to be forced').toBe(0);
    browser.dies();
  });
});

describe('TanStack/query#4896: focus and online both resume, and the second mutation overtakes', () => {
  test('all events in one tick start each operation once, and a lane stays one after the other', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    tab.engine.start();
    await browser.settles();
    const slip = tipPayload();
    browser.online = false;
    await tab.does('tip.post', slip);
    await tab.does('tip.book', { tipId: slip.id });
    await tab.does('follow.set', follow(1));
    browser.online = true;
    const events = ['online', 'focus', 'visibilitychange', 'pageshow'];
    let underWay = 0;
    let maxOfTip = 0;
    browser.way = async (deliver, { path, method }) => {
      const ofTheTip = method !== 'GET' && path.startsWith('/api/tips');
      if (ofTheTip) underWay += 1;
      maxOfTip = Math.max(maxOfTip, underWay);
      for (const event of events) tab.receives(event);
      for (let ticks = 0; ticks < 20; ticks += 1) await nextTick();
      if (ofTheTip) underWay -= 1;
      return deliver();
    };

    for (const event of events) tab.receives(event);
    tab.engine.nudge('woke');
    await browser.settles();
    for (let ticks = 0; ticks < 200; ticks += 1) await nextTick();
    await browser.settles();

    expect(maxOfTip).toBe(1);
    expect(server.changes()).toHaveLength(3);
    expect(server.done().indexOf(`post ${slip.id}`)).toBeLessThan(
      server.done().indexOf(`book ${slip.id}`),
    );
    expect(await tab.states()).toEqual([]);
    browser.dies();
  });
});
