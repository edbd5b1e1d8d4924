import { describe, expect, test } from 'vitest';

import { retryOperation } from '#sync/outbox/outbox.ts';
import { aSpecOnlyBackend } from '../../testing/server/spec-only-backend.ts';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aClosedApp } from '../../testing/engine/a-closed-app.ts';
import { soon } from '../../testing/engine/a-page.ts';
import { leg, tipsterId } from '../../testing/engine/samples.ts';
import { aPageOf, aSlip } from '../../testing/engine/spec-only-page.ts';

describe('a request to a spec-only backend', () => {
  test('contains no analysis, which the spec lacks, and needs the person’s consent', async () => {
    await using backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());
    const tip = { ...aSlip(), analysis: 'They never lose at home.' };
    const row = await page.does('tip.post', tip);

    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual(['blocked']));
    expect(backend.changesSent()).toEqual([]);
    expect(await page.outbox()).toMatchObject([
      { blockedBy: 'person', payload: tip, problem: { code: 'no-analysis' } },
    ]);

    await retryOperation(page.store, row?.id ?? '');
    page.engine.sendPending();
    await soon(async () => expect(await page.states()).toEqual([]));

    expect(backend.tips).toHaveLength(1);
  });

  test('is a form for an update of a tip', async () => {
    await using backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());
    await page.does('tip.post', aSlip());
    page.engine.start();
    await soon(() => expect(backend.tips).toHaveLength(1));
    const { _id: tipId = '' } = backend.tips[0] ?? {};
    const { fixtureId, game } = leg();
    const legs = [leg({ odd: 2.5 })];

    await page.does('odds.set', { tipId, legs, changes: [{ fixtureId, game, odd: 3 }] });
    page.engine.sendPending();

    await soon(() => expect(backend.tips).toMatchObject([{ options: [{ odd: 3 }] }]));
    expect(backend.effects).toEqual([`create ${tipId}`, `update ${tipId}`]);
  });
});

describe('a change that the worker sends', () => {
  const follow = { tipsterId, following: true };
  const configuration = { apiBaseUrl: '', oddsBaseUrl: '/odds' };

  test('carries the XSRF header from the cookies of the site', async () => {
    await using backend = await aBackend();
    const cookies = async () => 'a=1; XSRF-TOKEN=a%20b';
    const phone = await aClosedApp(backend, { configuration, cookies });
    await phone.did('follow.set', follow);

    await phone.wakes();

    const sent = backend.changesSent().map(({ headers }) => headers['x-xsrf-token']);
    expect(sent).toEqual(['a b']);
  });

  test('has no XSRF header if the browser does not provide the cookies', async () => {
    await using backend = await aBackend();
    const cookies = async () => Promise.reject(new Error('Not here.'));
    const phone = await aClosedApp(backend, { configuration, cookies });
    await phone.did('follow.set', follow);

    await phone.wakes();

    expect(backend.effects).toEqual([`follow ${tipsterId} true`]);
  });
});
