import { toAsciiDigits } from '#domain/names/text-folding.ts';
import { isValidPrice } from '#domain/odds/price.ts';

/**
 * Parses typed odds: digits of any script, with a point, a comma or its Arabic sign before at most
 * two decimals. "1,000" is ambiguous, so it is rejected.
 */
export function parseTypedPrice(text: string): number | undefined {
  const typed = toAsciiDigits(text.replaceAll(/\p{Bidi_Control}/gu, '').trim());
  // Some languages separate thousands by a space; any other space may stand for a point.
  const decimal = typed.replace(/^(\d)[\u00a0\u202f ](?=\d{3}(?!\d))/, '$1');
  if (!/^\d{1,4}([.,\u066b]\d{0,2})?$/.test(decimal)) return undefined;
  const price = Number(decimal.replace(/[,\u066b]/, '.'));
  return isValidPrice(price) ? price : undefined;
}
