import { expect, test } from 'vitest';
import { UnknownClubs } from '#client/features/results/unknown-clubs.tsx';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { chooseOption } from '../../../testing/components/keys.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

const path = '/api/admin/club-names';
const sportKey = 'soccer_epl';
const clubs = { [sportKey]: ['Arsenal', 'Chelsea'] };
const spurs = {
  sportKey,
  name: 'The Lilywhites',
  source: 'odds.example',
  seenAt: '2026-03-01T12:00:00.000Z',
};

/** Shows a list with one unknown name; `assigned` is the response to an assignment. */
async function aList(assigned: () => Response) {
  const answers = [() => Response.json({ names: [spurs], clubs }), assigned];
  const { requests } = aBackend({ [path]: () => (answers.shift() ?? assigned)() });
  const screen = await aScreen(<UnknownClubs />, aPhone(), { configuration });
  await screen.shows('The Lilywhites');
  return { requests, screen };
}

test('an unknown name that is assigned to a club of its league disappears from the list', async () => {
  const { requests, screen } = await aList(() => Response.json({ names: [], clubs: {} }));
  expect(screen.text()).toContain('odds.example');
  const options = [...document.querySelectorAll('option')].map(({ text }) => text);
  expect(options).toEqual(['Choose a club', 'Arsenal', 'Chelsea']);

  await chooseOption('select', 'Chelsea');

  await screen.hides('The Lilywhites');
  const body = { sportKey, name: 'The Lilywhites', club: 'Chelsea' };
  expect(requests.map((request) => request.body)).toEqual([undefined, body]);
});

test('an assignment that was not stored is reported beside its name', async () => {
  const { screen } = await aList(() => new Response('', { status: 503 }));

  await chooseOption('select', 'Chelsea');

  await expect
    .poll(() => document.querySelector('[role=alert]')?.textContent)
    .toBe('Not assigned. Try again when you are online.');
  expect(screen.text()).toContain('The Lilywhites');
});

test('a list that a busy server refused shows the error, and is fetched again on demand', async () => {
  let isBusy = true;
  aBackend({
    [path]: () =>
      isBusy ? new Response('', { status: 503 }) : Response.json({ names: [spurs], clubs }),
  });
  const screen = await aScreen(<UnknownClubs />, aPhone(), { configuration });
  await screen.shows('Something went wrong on the server’s side');

  isBusy = false;
  await screen.presses('Retry');

  await screen.shows('The Lilywhites');
  expect(screen.names('button')).not.toContain('Retry');
});
