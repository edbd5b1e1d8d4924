import { i18n } from '@lingui/core';

/** Units won or lost, always to the hundredth so that they line up: "+9.50". */
export function unitsText(units: number): string {
  return i18n.number(units, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}
