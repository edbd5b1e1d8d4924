import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';

import type { EngineBrowser } from './engine-browser.ts';
import {
  type Finder,
  type ElementState,
  installFinder,
  type Target,
  toJsonTarget,
  type Words,
} from './finder.ts';

const library = readFileSync(
  new URL('./@testing-library/dom.umd.min.js', import.meta.resolve('@testing-library/dom')),
  'utf8',
);
const setup = `(() => { ${library}; (${installFinder.toString()})(); return true; })()`;

/** Long enough for a step while eight other processes use both cores. */
const stepTimeoutMs = 180_000;

/** Time after which a press without effect is repeated. */
const repeatedPressMs = 10_000;

export type Screen = ReturnType<typeof createScreen>;

/** Finds, reads and operates elements of a window; each step waits until the page is ready. */
export function createScreen(browser: EngineBrowser) {
  /** Evaluates an expression that may use `finder`, which is installed first if the page is new. */
  async function withFinder<Result>(expression: string): Promise<Result> {
    const isInstalled = await browser.evaluate<boolean>(`typeof finder === 'object'`);
    if (!isInstalled) await browser.evaluate(setup);
    return browser.evaluate<Result>(expression);
  }
  async function call<Result>(
    method: Exclude<keyof Finder, 'hasMissed'>,
    target: Target,
  ): Promise<Result> {
    return withFinder(`finder.${method}(${JSON.stringify(toJsonTarget(target))})`);
  }
  async function findAll(target: Target): Promise<ElementState[]> {
    return call('findAll', target);
  }
  /** Repeats a step until it succeeds, because a page cannot be read during a navigation. */
  async function eventually(step: () => Promise<void>): Promise<void> {
    await expect(step).toPass({ timeout: stepTimeoutMs, intervals: [50, 100, 250, 500] });
  }
  async function click(target: Target): Promise<void> {
    await eventually(async () => {
      let [element] = await findAll(target);
      if (element && !element.isReachable) {
        await call('reveal', target);
        [element] = await findAll(target);
      }
      expect(element, describe(target)).toMatchObject({ isReachable: true });
      await call('observePress', target);
      if (element) await browser.click(element);
      // The element may move during a press, because other content is still loading.
      const hasMissed = browser.evaluate(`typeof finder === 'object' && finder.hasMissed()`);
      // The evaluation fails if the press has started a navigation.
      const isMissed = await hasMissed.catch(() => false);
      expect(isMissed, `a press beside ${describe(target)}`).toBe(false);
    });
  }

  return {
    findAll,
    eventually,
    click,
    /** Calls a function in the page; it can use its arguments, which must be JSON, and globals of the page. */
    async evaluate<Result, Args extends readonly unknown[]>(
      run: (...args: Args) => Result,
      ...args: Args
    ): Promise<Awaited<Result>> {
      return browser.evaluate<Awaited<Result>>(`(${run.toString()})(...${JSON.stringify(args)})`);
    },
    async sees(target: Target): Promise<void> {
      await eventually(async () => {
        expect(await findAll(target), describe(target)).not.toEqual([]);
      });
    },
    async seesNo(target: Target): Promise<void> {
      await eventually(async () => {
        expect(await findAll(target), describe(target)).toEqual([]);
      });
    },
    /** Waits until the text of the first match contains all of these texts. */
    async reads(target: Target, ...words: readonly Words[]): Promise<void> {
      await eventually(async () => {
        const [element] = await findAll(target);
        for (const each of words) {
          if (typeof each === 'string') expect(element?.text, describe(target)).toContain(each);
          else expect(element?.text, describe(target)).toMatch(each);
        }
      });
    },
    /** Replaces the value of a field by typing. */
    async enter(target: Target, text: string): Promise<void> {
      await eventually(async () => {
        await click(target);
        // If the page moves, the click may focus another element.
        expect((await findAll(target))[0], describe(target)).toMatchObject({ isFocused: true });
      });
      await browser.evaluate(`document.activeElement.select?.()`);
      await browser.type(text);
      await eventually(async () => {
        expect((await findAll(target))[0]?.value, describe(target)).toBe(text);
      });
    },
    /**
     * Focuses an element and presses Enter until it has opened another; unlike a click, this works
     * while the list above grows. A press is lost if the list replaces the row at that moment.
     */
    async pressEnterOn(target: Target, opened: Target): Promise<void> {
      await eventually(async () => {
        if ((await findAll(opened)).length > 0) return;
        await call('focus', target);
        expect((await findAll(target))[0], describe(target)).toMatchObject({ isFocused: true });
        await browser.press('Enter');
        await expect(async () => {
          expect(await findAll(opened), describe(opened)).not.toEqual([]);
        }).toPass({ timeout: repeatedPressMs });
      });
    },
    async isFocused(target: Target): Promise<void> {
      await eventually(async () => {
        expect((await findAll(target))[0], describe(target)).toMatchObject({ isFocused: true });
      });
    },
    type: browser.type,
    press: browser.press,
    screenshot: browser.screenshot,
  };
}

function describe(target: Target): string {
  const { within, ...itself } = target;
  const words = Object.values(itself).join(' ');
  return within ? `${words} within ${describe(within)}` : words;
}
