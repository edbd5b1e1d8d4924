import { toAsciiDigits } from '#domain/names/text-folding.ts';
import { isValidPrice } from '#domain/odds/price.ts';

/**
 * Parses typed odds: digits of any script, and at most two decimals after a point, a comma or the
 * Arabic decimal sign. "1,000" is ambiguous, so it is rejected.
 */
export function parseTypedPrice(text: string): number | undefined {
  const typed = toAsciiDigits(text.replaceAll(/\p{Bidi_Control}/gu, '').trim());
  // In some languages a space separates thousands; any other space is an error.
  const decimal = typed.replace(/^(\d)[\u00a0\u202f ](?=\d{3}(?!\d))/, '$1');
  if (!/^\d{1,4}([.,\u066b]\d{0,2})?$/.test(decimal)) return undefined;
  const price = Number(decimal.replace(/[,\u066b]/, '.'));
  return isValidPrice(price) ? price : undefined;
}
