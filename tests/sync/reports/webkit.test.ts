import { describe, expect, test } from 'vitest';
import { aBrowser, silence } from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';

const reports = 'WebKit/WebKit#47797 and web-platform-tests/wpt#61829';

describe(`${reports}: a page in the back/forward cache keeps its lock`, () => {
  test('a tab that is put away in the middle of sending lets the next one send at once', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    const before = browser.opensTab();
    before.engine.start();
    await browser.settles();
    browser.way = (deliver, request) =>
      request.method === 'GET' ? deliver() : silence(deliver, request);
    const first = await before.does('follow.set', follow(1));
    await browser.settles();
    expect(browser.locks.owners()).toBe(1);

    before.receives('pagehide');
    browser.way = (deliver) => deliver();
    const after = browser.opensTab();
    after.engine.start();
    const second = await after.does('follow.set', follow(2));
    await browser.settles();

    expect([first, second].map((row) => server.times(row?.id ?? ''))).toEqual([1, 1]);
    expect(after.engine.watchdog.get()).toBe(0);
    browser.dies();
  });
});
