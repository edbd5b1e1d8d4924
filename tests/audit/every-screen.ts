import type { Page } from '@playwright/test';

import { setColorScheme } from '../testing/screen/accessibility.ts';
import { isSelected, noteLook } from './selection.ts';
import type { Readers } from './readers.ts';
import { nameOf, type Rows, type Screen, screensWith } from './screens.ts';

/** Checks after which an opened layer is still open. */
const keepsState = new Set(['large', 'edges', 'keyboards', 'typing', 'back']);

/**
 * Runs every given check on every screen, and on opened layers while they stay open; returns
 * findings, one line each.
 */
export async function onEvery(
  readers: Readers,
  situation: string,
  rows: Rows,
  looks: Record<string, (page: Page, screen: Screen) => Promise<string[]>>,
): Promise<string[]> {
  const found: string[] = [];
  for (const screen of screensWith(rows)) {
    const chosen = Object.entries(looks)
      // A check that reloads the page loses the screen's state.
      .filter(([what]) => (screen.prepare === undefined ? what !== 'back' : keepsState.has(what)))
      .map(([what, look]) => ({ name: `${situation}, ${what}, ${nameOf(screen)}`, look }))
      .filter(({ name }) => isSelected(name));
    if (chosen.length === 0) continue;
    const { phone, page } = await readers.open(screen);
    await phone.settles();
    await setColorScheme(page, 'light');
    const size = page.viewportSize();
    for (const { name, look } of chosen) {
      const lines = (await look(page, screen)).map((line) => `${name}: ${line}`);
      // A run takes long, so findings are printed at once.
      for (const line of lines) console.log(line);
      found.push(...lines);
      noteLook(name);
      if (size) await page.setViewportSize(size);
    }
  }
  return found;
}
