import { expect, test } from 'vitest';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useFollowedTips, useUnreadFollowedTips } from '#client/data/tips/followed-tips.ts';
import { resultSoFarOf } from '#client/ui/tip/result-so-far.ts';
import { useFollowedTipsters } from '#client/data/tipsters.ts';
import { followedTipsDocument, followedTipsSeenDocument } from '#sync/refresh/document-names.ts';
import { readNoticeState, advanceNoticeState } from '#sync/refresh/notice-state.ts';
import { idOf, tip, tipster } from '../../../testing/engine/a-list-reader.ts';
import { leg } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

/** Renders the values of the hooks as one line of text. */
function HookValues() {
  const tips = useFollowedTips()?.map(({ id }) => Number(id.slice(-12)));
  const names = useFollowedTipsters()?.map(({ firstName }) => firstName);
  const unread = useUnreadFollowedTips();
  const list = useStoredDocument(collections.followedTips);
  return (
    <>
      <p>{JSON.stringify({ tips, names, unread: unread?.count, more: list?.value.next })}</p>
      <button type="button" onClick={() => void unread?.markSeen()}>
        See
      </button>
    </>
  );
}

/** A phone with three tips of two tipsters, one of them followed; the oldest tip was seen. */
async function aFan() {
  const phone = aPhone();
  const [theirs, others] = [{ tipsterId: idOf(71) }, { tipsterId: idOf(72) }];
  await phone.store.followedTips.bulkPut([tip(1, theirs), tip(2, others), tip(3, theirs)]);
  await phone.store.follows.bulkPut([
    { ...theirs, following: true },
    { ...others, following: false },
  ]);
  await phone.publicStore.tipsters.bulkPut([
    tipster(71, { firstName: 'Bola' }),
    tipster(72, { firstName: 'Chi' }),
  ]);
  const value = { ids: [], next: null, pages: [] };
  await phone.store.documents.bulkPut([
    { name: followedTipsDocument, value, fetchedAt: 7 },
    { name: followedTipsSeenDocument, value: tip(1).creationTime, fetchedAt: 7 },
  ]);
  return phone;
}

test('only tips of tipsters whom the member follows now are shown and counted as unread', async () => {
  const phone = await aFan();

  const screen = await aScreen(<HookValues />, phone);

  await expect
    .poll(screen.text)
    .toContain('{"tips":[3,1],"names":["Bola"],"unread":1,"more":null}');
});

test('tips are read once they are seen, and the time of the last seen tip never decreases', async () => {
  const phone = await aFan();
  const screen = await aScreen(<HookValues />, phone);
  await screen.shows('"unread":1');

  await screen.presses('See');

  await screen.shows('"unread":0');
  await phone.store.followedTips.delete(idOf(3));
  await screen.presses('See');
  const seen = async () => (await phone.store.documents.get(followedTipsSeenDocument))?.value;
  await expect.poll(seen).toBe(tip(3).creationTime);
});

test('a tip that was read in the inbox is read, and a seen tip is read in the inbox', async () => {
  const phone = await aFan();
  const screen = await aScreen(<HookValues />, phone);
  await expect.poll(screen.text).toContain('"unread":1');

  await advanceNoticeState(phone.store, { read: tip(3).creationTime });
  await expect.poll(screen.text).toContain('"unread":0');
  await phone.store.followedTips.put(tip(4, { tipsterId: idOf(71) }));
  await expect.poll(screen.text).toContain('"unread":1');
  await screen.presses('See');

  const seen = async () => (await readNoticeState(phone.store)).known.seen;
  await expect.poll(seen).toBe(tip(4).creationTime);
});

test('the tips of a league are read from the device', async () => {
  const phone = aPhone();
  const league = { month: '2026-11', minimum: 5, fixtures: [], results: [], rows: [] };
  await phone.publicStore.documents.put({ name: 'league:soccer_epl', value: league, fetchedAt: 7 });
  function Figures() {
    return JSON.stringify(useStoredDocument(collections.leaguePage, 'soccer_epl')?.value.minimum);
  }

  const screen = await aScreen(<Figures />, phone);

  await expect.poll(screen.text).toContain('5');
});

test.each([
  { input: leg({ result: 'lost' }), soFar: { result: 'lost', decided: true } },
  { input: leg(), soFar: undefined },
  {
    input: leg({ fixtureStatus: 'in-play', score: { fullTime: [1, 0] } }),
    soFar: { result: 'won', decided: false },
  },
  {
    input: leg({
      oddName: 'O/U 0.5 - Over',
      fixtureStatus: 'in-play',
      score: { fullTime: [1, 0] },
    }),
    soFar: { result: 'won', decided: true },
  },
])('a leg shows its decision, or its result by the score so far: $soFar', ({ input, soFar }) => {
  expect(resultSoFarOf(input)).toEqual(soFar);
});
