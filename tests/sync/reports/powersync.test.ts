import { describe, expect, test } from 'vitest';
import { tipPayload } from '../support/samples.ts';
import {
  aBrowser,
  lostAnswer,
  noConnection,
  type Tab,
  nextTick,
  type Way,
} from './support/a-browser.ts';
import { aServer, refusedWith } from './support/a-server.ts';
import { follow } from './support/follows.ts';
import { chance } from './support/chance.ts';

describe('powersync-native#15, powersync-swift#179, powersync-kotlin#340: no retry until the next write', () => {
  test.each([
    { failure: 'a lost request', way: noConnection, problem: undefined },
    { failure: 'a lost answer', way: lostAnswer, problem: undefined },
    { failure: 'a 503', way: undefined, problem: 'unavailable' as const },
    { failure: 'a 500', way: undefined, problem: 'internal' as const },
  ])('after $failure and no other event, its own timer tries again', async ({ way, problem }) => {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    tab.engine.start();
    await browser.settles();
    let failed = false;
    const fails = () => {
      const first = !failed;
      failed = true;
      return first;
    };
    browser.way = (deliver, request) =>
      way && request.method !== 'GET' && fails() ? way(deliver, request) : deliver();
    server.intercept = ({ method }) =>
      problem && method !== 'GET' && fails() ? refusedWith(problem) : undefined;

    await tab.does('follow.set', follow(1));
    await browser.settles();
    expect(failed).toBe(true);
    // The page's own tick comes only every half minute.
    await browser.passes(10_000);

    expect(server.done()).toHaveLength(1);
    expect(await tab.states()).toEqual([]);
    browser.dies();
  });

  test('what others have changed comes down while an upload fails', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const [tab, phone] = [browser.opensTab(), aBrowser(server)];
    tab.engine.start();
    await browser.settles();
    server.intercept = ({ method, path }) =>
      method !== 'GET' && path === '/api/tips' ? refusedWith('unavailable') : undefined;
    await tab.does('tip.post', tipPayload());
    await browser.settles();
    const other = phone.process();
    await other.queues('follow.set', follow(3));
    await other.drains().done;

    tab.receives('focus');
    await browser.settles();

    expect(await tab.states()).toEqual(['unknown']);
    expect(await tab.follows()).toMatchObject([follow(3)]);
    browser.dies();
    phone.dies();
  });
});

describe('powersync.dart#452: an error that cannot cross a border wedges the queue', () => {
  const round: { self?: unknown } = {};
  round.self = round;
  const thrown: { what: string; error: unknown }[] = [
    { what: 'undefined', error: undefined },
    { what: 'null', error: null },
    { what: 'a string', error: 'no route to host' },
    { what: 'a DOMException', error: new DOMException('The connection broke.', 'NetworkError') },
    { what: 'an abort nobody asked for', error: new DOMException('Aborted.', 'AbortError') },
    { what: 'a function', error: () => {} },
    { what: 'an error with a function', error: Object.assign(new Error('no'), { again() {} }) },
    { what: 'an error that is a circle', error: new Error('no', { cause: round }) },
    { what: 'an error without a message', error: Object.create(Error.prototype) },
  ];

  test.each(thrown)('a sender that throws $what is tried again, and stops', async ({ error }) => {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    tab.engine.start();
    await browser.settles();
    browser.way = (deliver, { method }) => {
      if (method === 'GET') return deliver();
      throw error;
    };
    const queued = await tab.does('follow.set', follow(1));
    await browser.settles();
    expect(await tab.rows()).toMatchObject([{ state: 'unknown' }]);

    browser.way = (deliver) => deliver();
    await browser.passes(10_000, 1000);
    await tab.does('follow.set', follow(2));
    await browser.passes(2000, 1000);

    expect(server.times(queued?.id ?? '')).toBe(1);
    expect(server.done()).toHaveLength(2);
    await expect(tab.engine.stop()).resolves.toBeUndefined();
    browser.dies();
  });
});

describe('powersync.dart#307, #308, #253: counts stuck after partitions, kills that never converge', () => {
  async function lives(seed: number) {
    const random = chance(seed);
    const server = aServer();
    const browser = aBrowser(server);
    const promised: string[] = [];
    const tips: string[] = [];
    const booked = new Set<string>();
    let tabs: Tab[] = [];
    const opens = () => {
      const tab = browser.opensTab();
      tab.engine.start();
      tabs.push(tab);
      return tab;
    };
    const ways: Way[] = [(deliver) => deliver(), noConnection, lostAnswer, slow, halfway];
    async function slow(deliver: () => Response) {
      const answer = deliver();
      await nextTick();
      await nextTick();
      return answer;
    }
    function halfway(deliver: () => Response): Response {
      const answer = deliver();
      if (random() < 0.5) throw new TypeError('Failed to fetch');
      return answer;
    }
    const works = async () => {
      const tab = tabs.at(Math.floor(random() * tabs.length)) ?? opens();
      const slip = tipPayload();
      const queued = [
        random() < 0.5
          ? await tab.does('follow.set', follow(promised.length))
          : await tab.does('tip.post', slip).then((row) => {
              tips.push(slip.id);
              return row;
            }),
      ];
      // A tip that is displayed as booked cannot be booked.
      const saved = tips.filter((id) => !booked.has(id));
      const tipId = saved[Math.floor(random() * saved.length)];
      if (tipId !== undefined && random() < 0.3) {
        booked.add(tipId);
        queued.push(await tab.does('tip.book', { tipId }));
      }
      promised.push(...queued.map((row) => row?.id ?? ''));
    };

    opens();
    for (let move = 0; move < 24; move += 1) {
      const drawn = random();
      if (drawn < 0.4) await works();
      else if (drawn < 0.6) browser.way = ways[Math.floor(random() * ways.length)] ?? noConnection;
      else if (drawn < 0.7) opens();
      else if (drawn < 0.8) {
        tabs.shift()?.dies();
        tabs = tabs.filter((tab) => !tab.dead());
      } else if (drawn < 0.9) browser.clock.passes(random() * 20_000);
      else tabs[0]?.receives('online');
      for (let ticks = random() * 12; ticks > 0; ticks -= 1) await nextTick();
    }
    browser.way = (deliver) => deliver();
    const last = opens();
    await browser.passes(10 * 60_000, 10_000);
    await last.engine.refresh('own');

    const seen = {
      states: await last.states(),
      times: promised.map((id) => server.times(id)),
      follows: await last.store.follows.toArray(),
      reported: server.pages(last.owner).follows,
      stored: (await last.store.tips.toArray()).map(({ id }) => id),
      tips,
      base: (await last.store.documents.get('cursor'))?.value,
      cursor: server.pages(last.owner).cursor,
    };
    browser.dies();
    return seen;
  }

  test('thirty seeds of partitions and kills all converge within ten minutes of time', async () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const seen = await lives(seed);

      expect(seen.states, `seed ${seed}`).toEqual([]);
      expect(seen.times, `seed ${seed}`).toEqual(seen.times.map(() => 1));
      expect(seen.base, `seed ${seed}`).toBe(seen.cursor);
      expect(seen.follows).toHaveLength(seen.reported.length);
      expect(seen.stored.toSorted(), `seed ${seed}`).toEqual(seen.tips.toSorted());
    }
  });
});
