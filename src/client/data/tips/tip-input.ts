import { analysisLimit } from '#contract/limits.ts';
import type { Tip } from '#contract/tips.ts';
import { allow, refuse, type RuleResult } from '#domain/rule-result.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';

/** Fields that a tipster enters besides the games. */
export type TipInput = { stake: number; analysis: string };

/** The empty input. */
export const emptyInput: TipInput = { stake: 0, analysis: '' };

/** The texts of the input with their maximum lengths. */
const textLimits = { analysis: analysisLimit };

type TextName = keyof typeof textLimits;

const textNames: readonly TextName[] = ['analysis'];

/** Whether the input contains a text that must not be lost. */
export function hasText(input: TipInput): boolean {
  return textNames.some((name) => input[name] !== '');
}

/** The input of an existing tip, for entering it again. */
export function inputOf({ stake = 0, analysis = '' }: Pick<Tip, keyof TipInput>): TipInput {
  return { stake, analysis };
}

type CheckedInput = Pick<PayloadOf<'tip.post'>, 'stake' | TextName>;

/**
 * The input to be sent: texts trimmed and empty ones omitted, or the names of texts that are too
 * long.
 */
export function checkedInput({ stake, ...texts }: TipInput): RuleResult<CheckedInput, TextName[]> {
  const trimmed = textNames.map((name) => [name, texts[name].trim()] as const);
  const tooLong = trimmed.filter(([name, text]) => text.length > textLimits[name]);
  if (tooLong.length > 0) return refuse(tooLong.map(([name]) => name));
  return allow({ stake, ...Object.fromEntries(trimmed.filter(([, text]) => text !== '')) });
}
