import type { Ticket } from '#contract/tickets.ts';
import { mayCopy } from '#domain/ticket.ts';
import { useSession } from '../session/use-session.ts';
import { useActions } from './actions.ts';
import { useNotSavedWords } from './not-saved.ts';
import { useBreak } from './use-break.ts';
import { useServerNow } from './use-server-now.ts';

/**
 * Copies tips into one's own saved tips, and answers what to say where that failed; nothing for a
 * tip that may not be copied, and on a break.
 */
export function useCopy(): (tip: Ticket) => (() => Promise<string | undefined>) | undefined {
  const session = useSession();
  const { copyTip } = useActions();
  const now = useServerNow(60_000);
  const until = useBreak();
  const notSavedWords = useNotSavedWords();
  return (tip) => {
    if (session === undefined || until !== null) return undefined;
    const legs = tip.options.map(({ result, startDateOfGame }) => ({
      result,
      kickOff: new Date(startDateOfGame),
    }));
    const ruling = mayCopy({ ownerId: tip.tipsterId, legs }, session.memberId, now);
    if (!ruling.allowed) return undefined;
    return () => copyTip(tip).then(() => undefined, notSavedWords);
  };
}
