import type { Trace } from '#sync/drain.ts';

/** Prints what drains do, where `localStorage.touchlineDebug` asks for it; undefined elsewhere. */
export function debugLog(): Trace | undefined {
  try {
    if (!localStorage.getItem('touchlineDebug')) return undefined;
  } catch {
    return undefined;
  }
  return (event, commands) => console.debug('drain', event.type, { event, commands });
}
