import { describe, expect, test } from 'vitest';
import { memberId, otherMemberId, tipPayload, tokenOf } from '../support/samples.ts';
import { aBrowser, noConnection } from './support/a-browser.ts';
import { aServer } from './support/a-server.ts';
import { follow } from './support/follows.ts';

const reports =
  'rocicorp/replicache#810, RatLoopz/sahidawa-india#4070, SandeepVashishtha/Eventra#2749';

describe(`${reports}: the queue of A is sent as B`, () => {
  test('A queues and signs out, B signs in, the network returns: nothing is sent as B', async () => {
    const server = aServer();
    const browser = aBrowser(server);
    browser.way = noConnection;
    const ofA = browser.opensTab();
    ofA.engine.start();
    const queued = [
      await ofA.does('tip.post', tipPayload()),
      await ofA.does('follow.set', follow(1)),
    ];
    await browser.settles();
    browser.token = undefined;
    await ofA.engine.stop();

    browser.token = tokenOf(otherMemberId);
    const ofB = browser.opensTab({}, otherMemberId);
    ofB.engine.start();
    const own = await ofB.does('follow.set', follow(2));
    browser.way = (deliver) => deliver();
    for (const event of ['online', 'focus', 'pageshow']) ofB.receives(event);
    await browser.passes(10 * 60_000, 10_000);

    expect(server.effects).toEqual([
      { key: own?.id, member: otherMemberId, what: `follow ${follow(2).tipsterId} true` },
    ]);
    expect(server.changes().map(({ token }) => token)).not.toContain(tokenOf(memberId));

    browser.token = tokenOf(memberId);
    const again = browser.opensTab();
    again.engine.start();
    await browser.passes(60_000, 10_000);

    const ofThem = server.effects.filter(({ key }) => queued.some((one) => one?.id === key));
    expect(ofThem.map(({ member }) => member)).toEqual([memberId, memberId]);
    browser.dies();
  });

  /** The login changes under a tab of A that is already sending. */
  async function changesAt(step: number) {
    const server = aServer();
    const browser = aBrowser(server);
    const ofA = browser.opensTab();
    const queued = [
      await ofA.does('tip.post', tipPayload()),
      await ofA.does('follow.set', follow(1)),
    ];
    let steps = 0;
    const changes = () => {
      steps += 1;
      if (steps === step) browser.token = tokenOf(otherMemberId);
    };
    ofA.onStep = changes;
    ofA.engine.start();
    for (const event of ['online', 'focus']) ofA.receives(event);
    await browser.passes(120_000, 5000);
    const asB = server.effects.filter(({ member }) => member !== memberId);
    const sentAsB = server.changes().filter(({ token }) => token === tokenOf(otherMemberId));

    browser.token = tokenOf(memberId);
    ofA.engine.nudge('woke');
    await browser.passes(60_000, 5000);
    const times = queued.map((one) => server.times(one?.id ?? ''));
    browser.dies();
    return { steps, asB, sentAsB, times };
  }

  test('at whatever step the login becomes another’s, nothing is sent as B and nothing is lost', async () => {
    const { steps } = await changesAt(0);
    expect(steps).toBeGreaterThan(20);

    for (let step = 1; step <= steps; step += 1) {
      const { asB, sentAsB, times } = await changesAt(step);

      expect(asB, `changed at step ${step}`).toEqual([]);
      expect(sentAsB).toEqual([]);
      expect(times, `changed at step ${step}`).toEqual([1, 1]);
    }
  });
});
