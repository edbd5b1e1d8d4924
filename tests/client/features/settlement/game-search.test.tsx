import { expect, test } from 'vitest';
import { fixture } from '../../../testing/engine/desk-samples.ts';
import { leg, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { aPhoneWithDesk, hoursAgo, none } from '../../../testing/components/desk.ts';
import { presses } from '../../../testing/components/keys.ts';
import { other, played, settling } from '../../../testing/components/settling.tsx';

test('a search opens the groups with its results, and only its results are accepted together', async () => {
  const toCome = fixture({ id: 'fixture-3', away: 'Roma', kickOff: hoursAgo(-3) });
  const phone = await aPhoneWithDesk([played(), other(), toCome]);
  const screen = await settling(phone, { width: 390 });
  await screen.shows('Ready 2');

  await screen.types('Team or league', 'roma');
  await expect.poll(() => screen.names('h2, summary')).toEqual(['To come 1', 'Earlier games']);
  expect(screen.names('details:not([open])')).toEqual([]);

  await screen.types('Team or league', 'brest');
  await screen.presses('Accept all that is certain of 1 game');
  expect(await screen.queued()).toMatchObject([{ payload: { fixtureId: 'fixture-2' } }]);
});

test('the key "/" focuses the search, which says if it finds nothing', async () => {
  const screen = await settling(await aPhoneWithDesk([played()]));
  await screen.shows('Ready 1');

  presses('/');

  expect(document.activeElement).toBe(await screen.field('Team or league'));
  await screen.types('Team or league', 'nowhere');
  await screen.shows('No game matches. Try another team or league.');
});

test('only four of the tickets that an acceptance would complete are listed', async () => {
  const options = [leg({ result: 'pending' })];
  const tickets = ['a1', 'a2', 'a3', 'a4', 'a5'].map((end) =>
    serverTip({ id: `0195a000-0000-7000-8000-0000000000${end}`, tipsterId, options }),
  );
  const game = played();
  const phone = await aPhoneWithDesk([game], tickets);
  // `here` means that this phone has every open ticket in the version of the server.
  const value = { counts: none, fixtures: [game], here: { [game.id]: '3 4 0' } };
  await phone.store.documents.put({ name: 'desk', value, fetchedAt: Date.now() });
  const screen = await settling(phone);

  await screen.shows('5 tickets are complete then:');
  expect(screen.text().match(/0000A\d/g)).toHaveLength(4);
  expect(screen.text()).toContain(' …');
});
