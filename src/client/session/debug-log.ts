import type { Trace } from '#sync/drain/drain.ts';

/** Logs drains to the console when `localStorage.touchlineDebug` is set; undefined otherwise. */
export function debugLog(): Trace | undefined {
  try {
    if (!localStorage.getItem('touchlineDebug')) return undefined;
  } catch {
    return undefined;
  }
  return (event, commands) => console.debug('drain', event.type, { event, commands });
}
