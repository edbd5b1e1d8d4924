import { i18n } from '@lingui/core';

/** A share that says which way it went, such as +11.3 %. */
export function signedPercentText(share: number): string {
  return i18n.number(share, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}
