import { expect, type Locator, type Page } from '@playwright/test';

/** A user without a mouse, who moves with Tab and presses the focused element. */
export function byKeyboard(page: Page) {
  /** Maximum number of Tab presses before an element counts as unreachable. */
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

    /** Moves the focus to an element and presses the element. */
    async presses(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
      await reaches(target);
      await page.keyboard.press(key);
    },

    /** Moves the focus to a field and replaces its text. */
    async types(target: Locator, text: string): Promise<void> {
      await reaches(target);
      await page.keyboard.press('ControlOrMeta+a');
      if (text === '') await page.keyboard.press('Delete');
      else await page.keyboard.type(text);
    },

    /** Chooses a radio button: Tab enters the group, arrow keys move inside it. */
    async chooses(group: Locator, wanted: Locator): Promise<void> {
      await reaches(group.getByRole('radio', { checked: true }));
      for (let step = 0; step < maxSteps && !(await wanted.isChecked()); step += 1) {
        await page.keyboard.press('ArrowDown');
        // The app stores a choice before it applies the choice.
        await expect(group.locator(':focus')).toBeChecked();
      }
      await expect(wanted).toBeChecked();
    },

    /** Expects that a dialog gets the focus, and that its opener gets the focus back. */
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

    /** Expects that Tab stays inside a dialog and never reaches the page behind it. */
    async staysIn(dialog: Locator): Promise<void> {
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('Tab');
        const inside = await dialog.evaluate((element) => element.contains(document.activeElement));
        // The browser's toolbar and toasts above a dialog are not part of the page behind it.
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
