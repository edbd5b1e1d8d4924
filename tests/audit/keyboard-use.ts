import { expect, type Locator, type Page } from '@playwright/test';

/** A person without a mouse: moves with Tab and presses the focused element. */
export function byKeyboard(page: Page) {
  /** Maximum steps to an element before it counts as unreachable. */
  const maxSteps = 400;

  async function hasFocus(target: Locator): Promise<boolean> {
    return target.evaluate((element) => element === document.activeElement);
  }

  async function reaches(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let step = 0; step < maxSteps; step += 1) {
      if (await hasFocus(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`No number of Tabs leads to ${target.toString()}.`);
  }

  return {
    reaches,

    /** Moves to an element and presses it. */
    async presses(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
      await reaches(target);
      await page.keyboard.press(key);
    },

    /** Moves to a field and replaces its text. */
    async types(target: Locator, text: string): Promise<void> {
      await reaches(target);
      await page.keyboard.press('ControlOrMeta+a');
      if (text === '') await page.keyboard.press('Delete');
      else await page.keyboard.type(text);
    },

    /** Chooses a radio button: Tab leads into the group, arrows through it. */
    async chooses(group: Locator, wanted: Locator): Promise<void> {
      await reaches(group.getByRole('radio', { checked: true }));
      for (let step = 0; step < maxSteps && !(await wanted.isChecked()); step += 1) {
        await page.keyboard.press('ArrowDown');
        // A choice is stored on the phone before it is applied.
        await expect(group.locator(':focus')).toBeChecked();
      }
      await expect(wanted).toBeChecked();
    },

    /** A dialog gets the focus, Esc closes it, and its opener is focused again. */
    async opensAndCloses(opener: Locator, close: 'Esc' | 'its button' = 'Esc'): Promise<void> {
      await this.presses(opener);
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await expect(dialog.locator(':focus')).toHaveCount(1);
      if (close === 'Esc') await page.keyboard.press('Escape');
      else await this.presses(dialog.getByRole('button', { name: 'Close', exact: true }).first());
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    },

    /** Tab stays inside a dialog and never reaches the page behind it. */
    async staysIn(dialog: Locator): Promise<void> {
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('Tab');
        const inside = await dialog.evaluate((element) => element.contains(document.activeElement));
        // The browser's own bars and the messages above a dialog do not belong to the page behind
        // it.
        const outside = await page.evaluate(() =>
          document.activeElement?.closest('main, header, footer')
            ? document.activeElement.outerHTML
            : '',
        );
        if (!inside) expect(outside).toBe('');
      }
    },
  };
}
