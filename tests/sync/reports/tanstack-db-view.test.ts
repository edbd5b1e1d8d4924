import { describe, expect, test } from 'vitest';
import { tipPayload } from '../support/samples.ts';
import {
  aBrowser,
  lostAnswer,
  noConnection,
  silence,
  type Tab,
  type Way,
} from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';

describe('TanStack/db#1169: after a reload offline the pending change is invisible', () => {
  const connections: { when: string; way: Way }[] = [
    { when: 'there is no connection', way: noConnection },
    { when: 'nobody answers', way: silence },
    { when: 'answers are lost', way: lostAnswer },
  ];

  test.each(connections)('where $when a reload shows the same rows', async ({ way }) => {
    const server = aServer();
    const browser = aBrowser(server);
    const before = browser.opensTab();
    const known = tipPayload();
    before.engine.start();
    await before.does('tip.post', known);
    await before.does('follow.set', follow(1));
    await browser.passes(2000);
    browser.way = way;
    await before.does('tip.book', { tipId: known.id });
    await before.does('tip.post', tipPayload());
    await before.does('follow.set', follow(1, false));
    await before.does('follow.set', follow(2));
    await browser.settles();
    const shown = await rowsOf(before);
    expect(shown).toHaveLength(4);
    before.dies();

    const after = browser.opensTab();
    expect(await rowsOf(after)).toEqual(shown);
    after.engine.start();
    await browser.settles();

    expect(await rowsOf(after)).toEqual(shown);
    browser.dies();
  });
});

describe('TanStack/db#1602: a row flickers between the answer and the echo, or all waits for it', () => {
  test('while the echo is away for thirty seconds, all is seen and the drain goes on', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    const watcher = browser.process();
    tab.engine.start();
    await browser.settles();
    const echo = { away: true };
    browser.way = (deliver, request) => {
      if (echo.away && request.path === '/api/sync') throw new TypeError('Failed to fetch');
      return deliver();
    };
    const promised: string[] = [];
    const missing: string[] = [];
    const looks: Promise<void>[] = [];
    const look = async (expected: readonly string[]) => {
      const seen = (await watcher.follows()).map(({ tipsterId }) => tipsterId);
      missing.push(...expected.filter((id) => !seen.includes(id)));
    };
    tab.onStep = ({ what, mode }) => {
      if (what === 'completes' && mode === 'readwrite') looks.push(look([...promised]));
    };

    for (let second = 1; second <= 30; second += 1) {
      await tab.does('follow.set', follow(second));
      promised.push(follow(second).tipsterId);
      await browser.passes(1000, 1000);
      expect(server.done(), `after ${second} s`).toHaveLength(second);
    }
    expect(await tab.states()).toEqual(promised.map(() => 'acked'));
    echo.away = false;
    await tab.engine.refresh('own');
    await browser.settles();
    await Promise.all(looks);

    expect(looks.length).toBeGreaterThan(60);
    expect(missing).toEqual([]);
    expect(await tab.states()).toEqual([]);
    expect(await seenBy(tab)).toEqual(promised.toSorted());
    browser.dies();
  });
});

describe('TanStack/db#1127 and #1124: text that looks like a date becomes one, and fields are lost', () => {
  test('what is sent after a restart is letter for letter what was queued', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const before = browser.opensTab();
    const analysis = '2026-03-01T12:00:00.000Z';
    const slip = tipPayload({ analysis, tipsterName: '1e3' });
    await before.queues('tip.post', slip);
    before.dies();

    const after = browser.process();
    await after.drains().done;

    const { id, ifStarted, options } = slip;
    const [sent] = server.changes();
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ id, ifStarted, analysis, options });
    expect((await after.rows())[0]?.payload).toEqual(slip);
    browser.dies();
  });
});

/** The rows that a tab displays, without the progress of changes. */
async function rowsOf(tab: Tab): Promise<unknown[]> {
  const rows = [...(await tab.tips()), ...(await tab.follows())];
  return rows.map(({ device, ...row }) => ({ ...row, changed: device?.operationIds }));
}

async function seenBy(tab: Tab): Promise<string[]> {
  return (await tab.follows()).map(({ tipsterId }) => tipsterId).toSorted();
}
