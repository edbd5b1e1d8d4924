import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Tags of the axe rules that every page must satisfy. */
export const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns serious and critical accessibility violations of a page, one line per rule. */
export async function barriersOn(page: Page): Promise<string[]> {
  // Dark mode changes only colours, which `npm run audit` checks.
  await setColorScheme(page, 'light');
  const barriers = await analyseBarriers(page);
  // A barrier counts if it remains: rows can still move during the first analysis.
  return barriers.length === 0 ? barriers : analyseBarriers(page);
}

async function analyseBarriers(page: Page): Promise<string[]> {
  const options = { resultTypes: ['violations' as const] };
  const { violations } = await new AxeBuilder({ page })
    .options(options)
    .withTags(standards)
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}, ${nodes.length} x ${nodes[0]?.html}`);
}

/** Timeout in milliseconds after which an animation counts as endless. */
const stillWithin = 10_000;

/**
 * Sets the colour scheme and waits until transitions end, because colours are intermediate values
 * before that. Throws an error if an animation is endless.
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
    // An inherited colour can start a transition in a child after the parent's transition ends.
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
