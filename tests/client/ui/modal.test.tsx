// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { Modal } from '#client/ui/modal.tsx';
import { aPhone, aScreen } from '../support/a-screen.tsx';

/** Opens a dialog, presses Esc and then its Close button; tells what made it ask to be closed. */
async function pressed(fixed: boolean) {
  const closings: string[] = [];
  let doing = '';
  const screen = await aScreen(
    <Modal open fixed={fixed} title="Stake Slip" onClose={() => closings.push(doing)}>
      <p>Two games</p>
    </Modal>,
    aPhone(),
  );
  await screen.dialog('Stake Slip');

  doing = 'Esc';
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  document.dispatchEvent(escape);
  doing = 'the Close button';
  await screen.presses('Close');
  return closings;
}

describe('a dialog', () => {
  test('closes with Esc and with its Close button', async () => {
    expect(await pressed(false)).toEqual(['Esc', 'the Close button']);
  });

  test('with a static backdrop closes with its Close button only', async () => {
    expect(await pressed(true)).toEqual(['the Close button']);
  });
});
