import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The tags of axe's rules that every page is held to. */
export const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns accessibility violations of a page that are serious or worse, one line per rule. */
export async function barriersOn(page: Page): Promise<string[]> {
  // Dark mode changes colours only; `npm run audit` checks those.
  await setColorScheme(page, 'light');
  const options = { resultTypes: ['violations' as const] };
  const { violations } = await new AxeBuilder({ page })
    .options(options)
    .withTags(standards)
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}, ${nodes.length} x ${nodes[0]?.html}`);
}

/** Timeout in milliseconds after which a page counts as endlessly animated. */
const stillWithin = 10_000;

/**
 * Sets the colour scheme and waits for the transitions, during which colours are meaningless.
 * Throws if an animation is endless.
 */
export async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const running = await page.evaluate(async (within) => {
    const passing = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, within);
    const deadline = performance.now() + within;
    // An element that inherits a colour in transition starts its own transition after that.
    do {
      const drawn = new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      });
      const ended = drawn.then(async () =>
        Promise.allSettled(passing().map(async ({ finished }) => finished)),
      );
      await Promise.race([ended, late]);
    } while (passing().length > 0 && performance.now() < deadline);
    clearTimeout(timer);
    return passing().map(({ effect }) =>
      effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 200) : 'an animation',
    );
  }, stillWithin);
  if (running.length > 0) throw new Error(`Still moving after ${stillWithin} ms: ${running[0]}`);
}
