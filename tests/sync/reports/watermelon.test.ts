import { describe, expect, test } from 'vitest';
import { tipPayload } from '../support/samples.ts';
import { aBrowser, noConnection } from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';

const day = 86_400_000;
const reports = 'Nozbe/WatermelonDB#1219, #649; dynos-fit/dynos-sync#93';

describe(`${reports}: own rows come back, deleted ones return, rows are skipped for ever`, () => {
  test.each([{ off: -day }, { off: day }])(
    'a clock that is wrong by $off ms neither hides a row nor brings one back',
    async ({ off }) => {
      const server = aServer();
      const [browser, phone] = [aBrowser(server), aBrowser(server)];
      browser.clock.passes(off);
      const [tab, other] = [browser.opensTab(), phone.opensTab()];
      const [stored, discarded, theirs] = [tipPayload(), tipPayload(), tipPayload()];
      tab.engine.start();
      await tab.does('tip.post', stored);
      await tab.does('tip.post', discarded);
      await browser.passes(3000, 1000);
      other.engine.start();
      await phone.settles();
      await other.does('tip.withdraw', { tipId: discarded.id });
      await other.does('tip.post', theirs);
      await phone.passes(3000, 1000);

      await tab.does('follow.set', follow(1));
      await browser.passes(3000, 1000);
      await tab.engine.refresh('own');

      const remaining = [stored.id, theirs.id].toSorted();
      for (const { store } of [tab, other]) {
        const ids = (await store.tips.toArray()).map(({ id }) => id);
        expect(ids.toSorted()).toEqual(remaining);
      }
      expect(await tab.states()).toEqual([]);
      expect((await tab.store.documents.get('cursor'))?.value).toBe(5);
      browser.dies();
      phone.dies();
    },
  );

  test.each([{ jump: -day }, { jump: day }])(
    'a clock that jumps by $jump ms while something waits holds nothing back',
    async ({ jump }) => {
      const server = aServer();
      const browser = aBrowser(server);
      const tab = browser.opensTab();
      tab.engine.start();
      await browser.settles();
      browser.way = noConnection;
      await tab.does('tip.post', tipPayload());
      await tab.does('follow.set', follow(1));
      await browser.passes(20_000, 5000);
      browser.clock.passes(jump);
      browser.way = (deliver) => deliver();

      tab.dies();
      const again = browser.opensTab();
      again.engine.start();
      await browser.passes(60_000, 5000);
      expect(server.done()).toHaveLength(2);
      expect(await again.states()).toEqual([]);
      expect(await again.tips()).toHaveLength(1);
      browser.dies();
    },
  );
});
