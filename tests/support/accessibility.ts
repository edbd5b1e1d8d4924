import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What stands in the way of some of a page's readers, seriously or worse: one line per rule. */
export async function barriersOn(page: Page): Promise<string[]> {
  await turns(page, 'light');
  const byDay = await found(axeOn(page).withTags(standards));
  // The night changes colours and nothing else.
  await turns(page, 'dark');
  const byNight = await found(axeOn(page).withRules(['color-contrast']));
  return [...byDay, ...byNight.map((barrier) => `by night, ${barrier}`)];
}

/** Colours take a moment to change, and half-way they say nothing. */
export async function turns(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const passing = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    // What inherits a colour that passes begins to pass itself when that has ended.
    do {
      await new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      });
      await Promise.allSettled(passing().map(async ({ finished }) => finished));
    } while (passing().length > 0);
  });
}

/** Options take the place of all that was chosen before, so that they come first. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
}

async function found(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}, ${nodes.length} x ${nodes[0]?.html}`);
}
