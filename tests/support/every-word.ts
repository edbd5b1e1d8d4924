import { expect } from '@playwright/test';

import type { Phone } from './phone.ts';

/** What was written on the pages of a phone from now on, however briefly it stood there. */
export async function everyWordOn(phone: Phone) {
  const written: string[] = [];
  await phone.context().exposeFunction('noteWords', (words: string) => {
    written.push(words);
  });
  await phone.context().addInitScript(() => {
    const note: unknown = Reflect.get(globalThis, 'noteWords');
    new MutationObserver((changes) => {
      // What a change has written is read with all that stands in the same element.
      for (const { target, addedNodes } of changes) {
        const places = target instanceof Text ? [target.parentElement] : [...addedNodes];
        for (const place of places) {
          const words = place?.textContent?.trim();
          if (words && typeof note === 'function') note(words);
        }
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });

  return {
    /** All of these sentences have been written since the last time this was asked. */
    async says(...sentences: readonly string[]) {
      await expect(async () => {
        const missing = sentences.filter((each) => !written.some((words) => words.includes(each)));
        expect(missing).toEqual([]);
      }).toPass();
      written.length = 0;
    },
  };
}
