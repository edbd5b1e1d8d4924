import type { EventContent } from '#contract/proof/calls.ts';
import type { CheckedEvent } from '#sync/refresh/proof.ts';

const at = '2026-03-07T12:00:00.000Z';

/** An event of a tip's history whose receipt this phone has verified. */
export function aCheckedEvent(
  content: Partial<EventContent> = {},
  rest: Partial<CheckedEvent> = {},
): CheckedEvent {
  const nothing = { before: null, after: null, reason: '', sealed: '0'.repeat(64) };
  const place = { chain: 'member:x', position: 1, subject: 'tip:x', at, action: 'tip.post' };
  return {
    content: { ...place, ...nothing, ...content },
    checkpointAt: at,
    flaw: undefined,
    ...rest,
  };
}
