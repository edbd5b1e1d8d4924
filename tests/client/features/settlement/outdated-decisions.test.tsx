// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { changed, draw, played, queued, settling } from '../../../testing/components/settling.tsx';
import { aPhoneWithDesk } from '../../../testing/components/desk.ts';

test('settling accepts what an earlier result decided otherwise with all that is certain', async () => {
  const differs = changed(draw, { pending: 0, won: 3, differing: 3 });
  const screen = await settling(await aPhoneWithDesk([played({ selections: [differs] })]));

  await screen.presses('Accept all that is certain of 1 game');

  expect(await queued(screen)).toMatchObject([
    { payload: { results: [{ oddsId: 2, result: 'lost', ifPending: true }] } },
  ]);
  await screen.hides('decided otherwise by an earlier result');
});
