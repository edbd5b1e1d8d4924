// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ConfirmButton } from '#client/ui/dialog/question.tsx';
import { aPhone, aScreen } from '../../testing/components/a-screen.tsx';

test.each([
  { answer: 'Keep it', done: 0 },
  { answer: 'Discard', done: 1 },
])('an act answered with "$answer" gives the focus back to its button', async (row) => {
  let done = 0;
  const confirmButton = (
    <ConfirmButton words="Discard" question="Really?" onConfirm={() => (done += 1)} />
  );
  const screen = await aScreen(confirmButton, aPhone());

  await screen.presses('Discard');
  const keep = await screen.button('Keep it');
  await screen.until(() => document.activeElement === keep, 'the focus on the safe answer');
  await screen.presses(row.answer);

  await screen.hides('Really?');
  expect(document.activeElement).toBe(await screen.button('Discard'));
  expect(done).toBe(row.done);
});
