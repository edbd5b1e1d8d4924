import { expect } from '@playwright/test';

import type { EnginePhone } from './engine-phone.ts';

type PageState = ReturnType<typeof readPageState>;

/** Waits until a page is shown in a language, is no wider than its window, and has no skeleton or crash message. */
export async function waitForSettledPage(
  phone: EnginePhone,
  { path, language }: { path: string; language: string },
  isAsExpected: (state: PageState) => boolean = () => true,
): Promise<PageState> {
  const address = path.replace(/\/nonsense$|#.+$/, '');
  let state = await phone.evaluate(readPageState);
  await phone.eventually(async () => {
    state = await phone.evaluate(readPageState);
    expect(state, path).toMatchObject({
      path: address,
      language,
      headings: [expect.stringMatching(/./)],
      skeletons: 0,
      overflow: 0,
      // The link in a mail has an invalid token here, so its page shows an alert.
      alerts: path.startsWith('/account/') ? expect.any(Number) : 0,
      isEmpty: false,
    });
    expect(isAsExpected(state), JSON.stringify(state)).toBe(true);
  });
  return state;
}

/** Runs in the page: reads its path, language, headings and layout. */
export function readPageState() {
  const root = document.documentElement;
  const main = document.querySelector('main');
  return {
    path: location.pathname,
    language: root.lang,
    headings: [...document.querySelectorAll('h1')].map((heading) => heading.textContent),
    skeletons: document.querySelectorAll('.skeleton').length,
    overflow: Math.max(0, root.scrollWidth - innerWidth),
    // A crash is shown as an alert; a page that needs a connection shows a status.
    alerts: main?.querySelectorAll('[role="alert"]').length ?? 0,
    statuses: main?.querySelectorAll('[role="status"]').length ?? 0,
    isEmpty: (main?.innerText ?? '').trim() === '',
    digits: [...new Set(main?.innerText.match(/\p{Nd}/gu))].join(''),
  };
}

/** Runs in the page: closes the message, if one is shown. */
export function closeMessage(): void {
  document.querySelector<HTMLElement>('[data-sonner-toast] button')?.click();
}
