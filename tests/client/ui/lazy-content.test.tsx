import { lazy, useState } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LazyContent } from '#client/ui/lazy-content.tsx';
import { aPhone, aScreen } from '../../testing/components/a-screen.tsx';

/** A component whose code cannot be fetched; it fails with the app's own error name. */
function aMissingPart() {
  return lazy(async (): Promise<{ default: () => string }> => {
    throw Object.assign(new Error('A part of the app could not be fetched.'), {
      name: 'MissingPart',
    });
  });
}

function quietly(): void {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => errors.mockRestore());
}

describe('a part of a page that cannot be fetched', () => {
  test('does not affect the rest of the page, and offers Retry', async () => {
    quietly();
    const Part = aMissingPart();
    const screen = await aScreen(
      <>
        <p>The rest of the page</p>
        <LazyContent>
          <Part />
        </LazyContent>
      </>,
      aPhone(),
    );

    await screen.shows('This part of the page could not be loaded.');
    expect(screen.text()).toContain('The rest of the page');

    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    await screen.presses('Retry');
    await screen.shows('You are still offline.');
  });

  test('as a dialog is reported in a message, and its opener returns to its former state', async () => {
    quietly();
    const Part = aMissingPart();
    function Opener() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            {open ? 'Opening' : 'Open'}
          </button>
          {open && (
            <LazyContent onMissing={() => setOpen(false)}>
              <Part />
            </LazyContent>
          )}
        </>
      );
    }
    const screen = await aScreen(<Opener />, aPhone());

    await screen.presses('Open');

    await screen.until(() => screen.toasts.length === 1, 'a message');
    expect(screen.toasts).toMatchObject([
      { title: 'This could not be opened', action: { label: 'Retry' } },
    ]);
    await screen.button('Open');
  });

  test('is left out if it is optional', async () => {
    quietly();
    const Part = aMissingPart();
    const screen = await aScreen(
      <>
        <LazyContent waiting="On its way" instead={null}>
          <Part />
        </LazyContent>
        <p>The page</p>
      </>,
      aPhone(),
    );

    await screen.shows('The page');
    await screen.hides('On its way');

    expect(screen.text()).not.toContain('could not be loaded');
  });
});
