import type { Tip } from '#contract/tips.ts';
import { tipsterNameOf } from '../member/tipster.tsx';
import { translatePick } from './option-words.ts';

/** A tip's tipster and first picks, for the accessible names of its buttons. */
export function tipName(tip: Tip): string {
  return [tipsterNameOf(tip), ...tip.options.slice(0, 3).map(translatePick)].join(', ');
}
