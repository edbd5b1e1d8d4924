import { describe, expect, test } from 'vitest';
import { tipPayload } from '../../testing/engine/samples.ts';
import { aBrowser } from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';

const reports = 'Expensify/App#87864, dexie/Dexie.js#2008, ntfy#787';
const lost = () => new DOMException('Connection to Indexed Database server lost.', 'UnknownError');

describe(`${reports}: the connection to the database is lost, and retries cannot work`, () => {
  /** The system closes all connections of the tab at one of its storage calls. */
  async function losesAt(call: number) {
    const server = aServer();
    const browser = aBrowser(server);
    const tab = browser.opensTab();
    let calls = 0;
    tab.onStep = ({ what }) => {
      if (what !== 'begins') return;
      calls += 1;
      if (calls !== call) return;
      tab.disk.losesItsConnections();
      throw lost();
    };
    tab.engine.start();
    const posting = tab.does('tip.post', tipPayload());
    const following = tab.does('follow.set', follow(1));
    const queued = await Promise.allSettled([posting, following]);
    await browser.passes(120_000, 5000);
    await tab.engine.refresh('own');

    const seen = {
      calls,
      queued: queued.map(({ status }) => status),
      times: queued.map((one) =>
        one.status === 'fulfilled' ? server.times(one.value?.id ?? '') : undefined,
      ),
      states: await tab.states(),
      reported: tab.outcomes.map(({ operation }) => operation.state),
      trouble: tab.engine.storage.trouble.get(),
    };
    browser.dies();
    return seen;
  }

  test('at every single call it is opened again: nothing lost, nothing twice, no false error', async () => {
    const { calls } = await losesAt(0);
    expect(calls).toBeGreaterThan(15);

    for (let call = 1; call <= calls; call += 1) {
      const seen = await losesAt(call);

      expect(seen.queued, `lost at call ${call}`).toEqual(['fulfilled', 'fulfilled']);
      expect(seen.times, `lost at call ${call}`).toEqual([1, 1]);
      expect(seen.states, `lost at call ${call}`).toEqual([]);
      expect(seen.reported.filter((state) => state !== 'acked')).toEqual([]);
      expect(seen.trouble, `lost at call ${call}`).toBeUndefined();
    }
  });
});
