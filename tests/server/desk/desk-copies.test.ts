import { expect, test } from 'vitest';
import { areAllTicketsStored, StoredDesk } from '#sync/refresh/stored-desk.ts';
import { deskDocument } from '#sync/refresh/document-names.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { second } from '../../testing/clock/clock.ts';
import { selectionOf } from '../../testing/tips/desk.ts';
import { aCommunity } from '../../testing/tips/tips.ts';

test('the desk counts copies like its ticket lists, so that a phone fetches a game once', async () => {
  const community = await aCommunity();
  const { api, administrator, other, clock, aGame, aTip } = community;
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const url = api.app.listeningOrigin;
  const phone = aDevice({ url, owner: administrator.id, token: () => administrator.token });
  const game = await aGame();
  const original = await aTip({ games: [game] });
  await phone.refreshes({ what: 'desk' });

  // A copy of another member's tip and a copy of the administrator's own, found only by their game.
  const copies = [];
  for (const by of [other, administrator]) {
    clock.passes(second);
    copies.push(await aTip({ by, games: [game], rest: { copiedFrom: original.id } }));
  }

  expect(await phone.refreshes({ what: 'desk' })).toBe('fresh');
  expect(await selectionOf(community, game)).toMatchObject({ tickets: 2, own: 1 });
  const ids = [original, ...copies].map(({ id }) => id);
  expect(new Set(await phone.store.adminTips.toCollection().primaryKeys())).toEqual(new Set(ids));
  const stored = await phone.store.documents.get(deskDocument);
  expect(areAllTicketsStored(StoredDesk.parse(stored?.value))).toBe(true);
  expect(await phone.refreshes({ what: 'desk' })).toBe('unchanged');
});
