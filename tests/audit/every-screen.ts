import type { Page } from '@playwright/test';

import { setColorScheme } from '../testing/screen/accessibility.ts';
import { isSelected, noteLook } from './selection.ts';
import type { Readers } from './readers.ts';
import { nameOf, type Rows, type Screen, screensWith } from './screens.ts';

/** Checks that keep an opened layer open. */
const keepsState = new Set(['large', 'edges', 'keyboards', 'typing', 'back']);

/**
 * Runs checks on every screen, and on opened layers only checks that keep them open; returns
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
      // A check that reloads the page would lose the prepared state.
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
      // A run takes long, so each finding is printed at once.
      for (const line of lines) console.log(line);
      found.push(...lines);
      noteLook(name);
      if (size) await page.setViewportSize(size);
    }
  }
  return found;
}
