import type { Tip } from '#contract/tips.ts';
import { tipsterNameOf } from '../member/tipster.tsx';
import { translatePick } from './option-words.ts';

/** Names a tip in the accessible names of its buttons: its tipster and first picks. */
export function tipName(tip: Tip): string {
  return [tipsterNameOf(tip), ...tip.options.slice(0, 3).map(translatePick)].join(', ');
}
