import type { Page } from '@playwright/test';

import { turns } from '../support/accessibility.ts';
import { isWanted, noteLook } from './selection.ts';
import type { Readers } from './readers.ts';
import { nameOf, type Rows, type Screen, screensWith } from './screens.ts';

/** Looks after which what was opened over a screen still lies open. */
const leavesAsIs = new Set(['large', 'edges', 'keyboards', 'typing', 'back']);

/**
 * Looks at every screen in every given way, and at what lies open in those that leave it so; answers
 * what is wrong, one line each.
 */
export async function onEvery(
  readers: Readers,
  situation: string,
  rows: Rows,
  looks: Record<string, (page: Page, screen: Screen) => Promise<string[]>>,
): Promise<string[]> {
  const found: string[] = [];
  for (const screen of screensWith(rows)) {
    const wanted = Object.entries(looks)
      // What was done to a screen is lost where a look goes on from it.
      .filter(([what]) => (screen.prepare === undefined ? what !== 'back' : leavesAsIs.has(what)))
      .map(([what, look]) => ({ name: `${situation}, ${what}, ${nameOf(screen)}`, look }))
      .filter(({ name }) => isWanted(name));
    if (wanted.length === 0) continue;
    const { phone, page } = await readers.open(screen);
    await phone.settles();
    await turns(page, 'light');
    const size = page.viewportSize();
    for (const { name, look } of wanted) {
      const lines = (await look(page, screen)).map((line) => `${name}: ${line}`);
      // A run takes long: what is found is told at once.
      for (const line of lines) console.log(line);
      found.push(...lines);
      noteLook(name);
      if (size) await page.setViewportSize(size);
    }
  }
  return found;
}
