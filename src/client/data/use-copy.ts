import type { Tip } from '#contract/tips.ts';
import { mayCopy } from '#domain/tip.ts';
import { useSession } from '../session/session.ts';
import { useActions } from './actions.ts';
import { useNotSavedWords } from './not-saved.ts';
import { useTimeOut } from './use-time-out.ts';
import { useServerNow } from './use-server-now.ts';

/**
 * Copies a tip into one's own saved tips, and answers what to say where that failed; undefined for a
 * tip that may not be copied, and during a time-out.
 */
export function useCopy(tip: Tip | undefined): (() => Promise<string | undefined>) | undefined {
  const session = useSession();
  const { copyTip } = useActions();
  const now = useServerNow(60_000);
  const until = useTimeOut();
  const notSavedWords = useNotSavedWords();
  if (tip === undefined || session === undefined || until !== null) return undefined;
  const legs = tip.options.map(({ result, startDateOfGame }) => ({
    result,
    kickOff: new Date(startDateOfGame),
  }));
  const checked = mayCopy({ ownerId: tip.tipsterId, legs }, session.memberId, now);
  if (!checked.allowed) return undefined;
  return () => copyTip(tip).then(() => undefined, notSavedWords);
}
