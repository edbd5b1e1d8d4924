import { describe, expect, test } from 'vitest';
import { tipPayload } from '../../testing/engine/samples.ts';
import {
  aBrowser,
  lostAnswer,
  noConnection,
  type Tab,
  nextTick,
  type Way,
} from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';
import { chance } from './support/chance.ts';

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
