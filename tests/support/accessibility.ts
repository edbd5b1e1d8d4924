import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What stands in the way of some of a page's readers, seriously or worse: one line per rule. */
export async function barriersOn(page: Page): Promise<string[]> {
  // The night changes colours and nothing else; `npm run audit` looks at those.
  await turns(page, 'light');
  return found(axeOn(page).withTags(standards));
}

/** How long animations may take before a page counts as one that never stands still. */
const stillWithin = 10_000;

/**
 * Colours take a moment to change, and half-way they say nothing. Throws where an animation is still
 * running, or begins again, when that moment is long over.
 */
export async function turns(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const running = await page.evaluate(async (within) => {
    const passing = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, within);
    const deadline = performance.now() + within;
    // What inherits a colour that passes begins to pass itself when that has ended.
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
