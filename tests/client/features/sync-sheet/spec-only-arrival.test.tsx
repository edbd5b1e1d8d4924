import { describe, expect, test } from 'vitest';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import type { Tip } from '#contract/tips.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';
import { createObservable } from '#sync/observable.ts';
import { toTipRow } from '#sync/storage/member-store.ts';
import { leg, row, serverTip, tipId, tipPayload } from '../../../testing/engine/samples.ts';
import { aScreen, aPulledPhone, type Phone } from '../../../testing/components/a-screen.tsx';
import { anEngine } from '../../../testing/components/an-engine.ts';

const inList = '64b0c0ffee';

/** A phone with a post whose response was lost, a booking of that tip, and the tips listed by the backend. */
async function aPhoneInDoubt(...listed: Partial<Tip>[]): Promise<Phone> {
  const phone = await aPulledPhone();
  await phone.store.operations.bulkAdd([
    row({
      kind: 'tip.post',
      payload: tipPayload({ id: tipId, options: [leg()] }),
      state: 'blocked',
      blockedBy: 'person',
      sentEver: true,
      attempts: 1,
      problem: { code: 'may-have-arrived', message: '' },
    }),
    row({ seq: 2 }),
  ]);
  const tips = listed.map((values) => serverTip({ id: inList, options: [leg()], ...values }));
  await phone.store.tips.bulkPut(tips.map(toTipRow));
  return phone;
}

describe('a tip whose response was lost', () => {
  test('is discarded only after a question that names its booking', async () => {
    const phone = await aPhoneInDoubt();
    // A booking that was sent has no Discard button, so only the post has one.
    await phone.store.operations.update(2, { sentEver: true });
    const screen = await aScreen(<OperationList />, phone);

    await screen.presses('Discard');

    await screen.shows('Discarded with it: Book ticket, 1 game');
    expect(await screen.pending()).toHaveLength(2);
  });

  test('has a title that does not say "not posted"', async () => {
    const screen = await aScreen(<OperationList />, await aPhoneInDoubt());

    await screen.shows('Tip, perhaps posted');
    expect(screen.text()).not.toContain('Tip not posted');
  });

  test('becomes the tip in the list, together with its booking, if the person says that it arrived', async () => {
    const phone = await aPhoneInDoubt({});
    const screen = await aScreen(<OperationList />, phone);

    await screen.presses('It has arrived');

    await screen.until(async () => (await screen.pending())[0]?.state === 'acked', 'the binding');
    expect(await screen.pending()).toMatchObject([{ entityId: inList }, { entityId: inList }]);
  });

  test('with an error response shows the error, and does not doubt that it was sent', async () => {
    const phone = await aPhoneInDoubt({});
    const problem = { code: 'may-be-done', message: '', status: 500, words: ['Disk is full'] };
    await phone.store.operations.update(1, { problem });

    const screen = await aScreen(<OperationList />, phone);

    await screen.shows('Disk is full · The server answered with an error');
    expect(screen.text()).not.toContain('may have been sent');
    await screen.button('It has arrived');
  });

  test('cannot become a different tip in the list', async () => {
    const phone = await aPhoneInDoubt({ options: [leg({ oddName: '1X2 - X' })] });
    const screen = await aScreen(<OperationList />, phone);
    await screen.button('Try now');

    expect(screen.names('button')).not.toContain('It has arrived');
  });

  test('is sent again only after a question if an equal tip is in the list', async () => {
    const phone = await aPhoneInDoubt({});
    const screen = await aScreen(<OperationList />, phone);
    await screen.button('It has arrived');

    await screen.presses('Try now');

    await screen.shows('The same tip stands in your list, posted');
    expect(await screen.pending()).toMatchObject([{ state: 'blocked' }, {}]);
    await screen.presses('Post it again');
    await screen.until(async () => (await screen.pending())[0]?.state === 'unknown', 'a new try');
  });

  test('is sent again only after a question if the list cannot be fetched', async () => {
    const phone = await aPhoneInDoubt();
    const engine = { ...anEngine(phone), refresh: async () => 'failed' as const };
    const screen = await aScreen(<OperationList />, phone, { engine });

    await screen.presses('Try now');

    await screen.shows('Your tickets could not be fetched, and it may be among them.');
    expect(await screen.pending()).toMatchObject([{ state: 'blocked' }, {}]);
  });

  test('is sent again at once if the list does not contain it', async () => {
    const screen = await aScreen(<OperationList />, await aPhoneInDoubt());

    await screen.presses('Try now');

    const states = async () => (await screen.pending()).map(({ state }) => state);
    await expect.poll(states).toEqual(['unknown', 'pending']);
  });
});

describe('a tip that is twice in the list', () => {
  test('is not reported if one of the two is only on this phone', async () => {
    const phone = await aPhoneInDoubt({ creationTime: '2026-03-01T11:00:00.000Z' });
    // Without its booking, the tip is listed among the saved tips.
    await phone.store.operations.delete(2);
    const engine = { ...anEngine(phone), backend: createObservable(specBackend) };

    const screen = await aScreen(<SavedTips />, phone, { engine });
    await screen.button('It has arrived');

    expect(screen.text()).not.toContain('twice');
  });

  test.each([
    { version: 0, isNoted: true },
    { version: 1, isNoted: false },
  ])('is reported if the backend has no versions: $isNoted', async ({ version, isNoted }) => {
    const phone = await aPulledPhone();
    const tip = serverTip({ id: '1', options: [leg()], version });
    await phone.store.tips.bulkPut([tip, { ...tip, id: '2' }].map(toTipRow));
    const screen = await aScreen(<SavedTips />, phone);
    await screen.shows('Arsenal to win');

    if (isNoted) await screen.shows('This tip stands there twice');
    else expect(screen.text()).not.toContain('twice');
  });
});
