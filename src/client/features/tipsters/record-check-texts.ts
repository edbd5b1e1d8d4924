import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import {
  countText,
  monthName,
  oddsText,
  hitRateText,
  unitsText,
  yieldText,
} from '#client/ui/formats.ts';
import type { CheckedFigure, FigureDifference } from '#contract/proof/record-check.ts';
import type { TipFault } from '#contract/proof/tip-check.ts';

const faultTexts: Record<TipFault, MessageDescriptor> = {
  history: msg`Nothing was written down about this tip.`,
  proof: msg`Its history is not what the signed log says.`,
  late: msg`Its history was written down later than it says.`,
  tipster: msg`It was posted by somebody else.`,
  arrival: msg`It did not arrive before its first kick-off.`,
  posted: msg`It arrived at another time than is shown.`,
  games: msg`It was posted on other games.`,
  picks: msg`Its picks are not the ones that were posted.`,
  odds: msg`Its odds are not the ones that were written down.`,
  results: msg`Its result is not the one that was written down.`,
  decisions: msg`The reason or time of a decision is not the one that was written down.`,
  status: msg`Its status is not the one that was written down.`,
  text: msg`Its text is not the one that was posted.`,
};

export function faultText(fault: TipFault): string {
  return i18n._(faultTexts[fault]);
}

const figureNames: Record<CheckedFigure, MessageDescriptor> = {
  settled: msg`Settled tickets`,
  won: msg`Won tickets`,
  units: msg`Units, flat stakes`,
  yield: msg`Yield, flat stakes`,
  'hit-rate': msg`Hit rate`,
  'average-odds': msg`Average odds`,
  streak: msg`Streak`,
  stars: msg`Stars`,
  line: msg`Units over time`,
  'month-settled': msg`Settled tickets`,
  'month-won': msg`Won tickets`,
  'month-units': msg`Units, flat stakes`,
};

/** The sentence for a figure that differs from the computed figure. */
export function differenceText({ figure, month, ...values }: FigureDifference): string {
  const name = i18n._(figureNames[figure]);
  const label = month === undefined ? name : `${name}, ${monthName(month)}`;
  if (figure === 'line' || figure === 'streak') {
    return t`${label}: the profile shows it otherwise than the tips add up to.`;
  }
  const shown = figureValueText(figure, values.shown);
  const computed = figureValueText(figure, values.computed);
  return t`${label}: the profile shows ${shown}, the tips add up to ${computed}.`;
}

function figureValueText(figure: CheckedFigure, value: number | undefined): string {
  if (value === undefined) return '–';
  if (figure === 'units' || figure === 'month-units') return unitsText(value);
  if (figure === 'yield') return yieldText(value);
  if (figure === 'hit-rate') return hitRateText({ won: value, lost: 1 - value });
  if (figure === 'average-odds' || figure === 'stars') return oddsText(value);
  return countText(value);
}
