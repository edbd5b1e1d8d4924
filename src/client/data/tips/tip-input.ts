import { analysisLimit } from '#contract/limits.ts';
import type { Tip } from '#contract/tips.ts';
import { allow, refuse, type RuleResult } from '#domain/rule-result.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';

/** The fields of a tip that a tipster types. */
export type TipInput = { stake: number; analysis: string };

export const emptyTipInput: TipInput = { stake: 0, analysis: '' };

/** Returns the input fields of an existing tip, for an edit. */
export function toTipInput({ stake = 0, analysis = '' }: Pick<Tip, keyof TipInput>): TipInput {
  return { stake, analysis };
}

type CheckedTipInput = Pick<PayloadOf<'tip.post'>, 'stake' | 'analysis'>;

/** Trims the analysis and omits an empty text; returns a problem if the text is too long. */
export function checkTipInput({
  stake,
  analysis,
}: TipInput): RuleResult<CheckedTipInput, 'too-long'> {
  const text = analysis.trim();
  if (text.length > analysisLimit) return refuse('too-long');
  return allow({ stake, ...(text !== '' && { analysis: text }) });
}
