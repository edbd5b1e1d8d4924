import { analysisLimit } from '#contract/limits.ts';
import type { Tip } from '#contract/tips.ts';
import { allow, refuse, type RuleResult } from '#domain/rule-result.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';

/** What a tipster enters with a tip besides its games. */
export type TipInput = { stake: number; analysis: string };

/** Nothing entered yet. */
export const emptyInput: TipInput = { stake: 0, analysis: '' };

/** The texts among it, and the most characters each takes. */
const textLimits = { analysis: analysisLimit };

type TextName = keyof typeof textLimits;

const textNames: readonly TextName[] = ['analysis'];

/** Whether a text was written that must not be lost. */
export function isWritten(input: TipInput): boolean {
  return textNames.some((name) => input[name] !== '');
}

/** What was entered with a tip, to enter it again. */
export function inputOf({ stake = 0, analysis = '' }: Pick<Tip, keyof TipInput>): TipInput {
  return { stake, analysis };
}

type CheckedInput = Pick<PayloadOf<'tip.post'>, 'stake' | TextName>;

/** What is sent of it: texts trimmed, and empty ones left out; or the names of those too long. */
export function checkedInput({ stake, ...texts }: TipInput): RuleResult<CheckedInput, TextName[]> {
  const trimmed = textNames.map((name) => [name, texts[name].trim()] as const);
  const tooLong = trimmed.filter(([name, text]) => text.length > textLimits[name]);
  if (tooLong.length > 0) return refuse(tooLong.map(([name]) => name));
  return allow({ stake, ...Object.fromEntries(trimmed.filter(([, text]) => text !== '')) });
}
