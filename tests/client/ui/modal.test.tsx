import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { ConfirmButton } from '#client/ui/dialog/inline-question.tsx';
import { aPhone, aScreen } from '../../testing/components/a-screen.tsx';

/**
 * Opens a dialog, then presses Esc and its Close button; returns which of the two called `onClose`.
 */
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

/** A page with a button that opens a dialog; the button can disappear while the dialog is open. */
function Opening({ disappears }: { disappears: boolean }) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>My Saved Tips</h1>
      {(!disappears || !opened) && <button onClick={() => setOpen(true)}>Book Ticket</button>}
      {open && (
        <Modal
          open
          title="Ticket Details"
          onClose={() => {
            setOpened(true);
            setOpen(false);
          }}
        />
      )}
    </main>
  );
}

describe('a dialog', () => {
  test.each([
    { when: 'to the button that opened it', disappears: false, focus: ['button', 'Book Ticket'] },
    {
      when: "to the page's heading when that button is gone",
      disappears: true,
      focus: ['h1', 'My Saved Tips'],
    },
  ])('returns the focus $when', async ({ disappears, focus }) => {
    const screen = await aScreen(<Opening disappears={disappears} />, aPhone());
    const opener = await screen.button('Book Ticket');
    opener.focus();

    opener.click();
    await screen.dialog('Ticket Details');
    await screen.presses('Close');

    const focused = () => {
      const { localName, textContent } = document.activeElement ?? document.body;
      return [localName, textContent];
    };
    await expect.poll(focused).toEqual(focus);
  });

  test('moves the focus to the heading if that button disappears shortly afterwards', async () => {
    const screen = await aScreen(<Opening disappears={false} />, aPhone());
    const opener = await screen.button('Book Ticket');
    opener.focus();
    opener.click();
    await screen.dialog('Ticket Details');
    await screen.presses('Close');
    await expect.poll(() => document.activeElement).toBe(opener);

    opener.remove();

    const heading = document.querySelector('h1');
    await expect.poll(() => document.activeElement).toBe(heading);
  });

  test('closes with Esc and with its Close button', async () => {
    expect(await pressed(false)).toEqual(['Esc', 'the Close button']);
  });

  test('with a static backdrop closes with its Close button only', async () => {
    expect(await pressed(true)).toEqual(['the Close button']);
  });

  test('closed by a button leaves no entry in the history', async () => {
    const screen = await aScreen(<Opening disappears={false} />, aPhone());
    await screen.presses('Book Ticket');
    await screen.dialog('Ticket Details');
    expect(screen.isAtDialog()).toBe(true);

    await screen.presses('Close');

    await screen.until(() => !screen.isAtDialog(), 'its entry is gone');
  });

  test('over another dialog is closed alone by Back, which does not leave the page', async () => {
    function Two() {
      const [open, setOpen] = useState<'none' | 'one' | 'both'>('both');
      return (
        <>
          <Modal open={open !== 'none'} title="Under" onClose={() => setOpen('none')} />
          <Modal open={open === 'both'} title="Over" onClose={() => setOpen('one')} />
        </>
      );
    }
    const screen = await aScreen(<Two />, aPhone());
    await screen.dialog('Over');

    screen.goesBack();

    await screen.until(() => !screen.names('[role=dialog]').includes('Over'), 'the upper is gone');
    expect(screen.names('[role=dialog]')).toEqual(['Under']);
    expect(screen.path()).toBe('/here');
  });
});

test.each([
  { answer: 'Keep it', done: 0 },
  { answer: 'Discard', done: 1 },
])('a question answered with "$answer" returns the focus to its button', async (row) => {
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

describe('a sheet', () => {
  /** Drags the sheet's header down by this many pixels; returns whether `onClose` was called. */
  async function pulled(by: number, pointerType = 'touch') {
    let closings = 0;
    const screen = await aScreen(
      <Modal open look="sheet" title="On this phone" onClose={() => (closings += 1)} />,
      aPhone(),
    );
    await screen.dialog('On this phone');
    const head = document.querySelector('[role=dialog] h2');
    const at = (type: string, clientY: number) =>
      head?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType, clientY }));
    at('pointerdown', 400);
    at('pointerup', 400 + by);
    return closings;
  }

  test('is closed by dragging it down', async () => {
    expect(await pulled(120)).toBe(1);
  });

  test.each([
    { what: 'a touch that hardly moves', by: 20, pointerType: 'touch' },
    { what: 'a mouse that selects its title', by: 120, pointerType: 'mouse' },
  ])('stays open after $what', async ({ by, pointerType }) => {
    expect(await pulled(by, pointerType)).toBe(0);
  });
});
