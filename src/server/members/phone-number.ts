import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * Returns a number in international form, such as "+234 801 234 5678"; undefined if invalid. A
 * number without a country code is parsed as a number of `country` (ISO code).
 */
export function parseInternationalPhone(text: string, country = ''): string | undefined {
  const code = country.toUpperCase();
  const number = parsePhoneNumberFromString(text.trim(), {
    ...(isSupportedCountry(code) && { defaultCountry: code }),
    extract: false,
  });
  return number?.isPossible() ? number.formatInternational() : undefined;
}

/** Returns a number without a known country unchanged; undefined if invalid. */
export function parseNationalPhone(text: string): string | undefined {
  const number = text.trim();
  const digits = number.replaceAll(/\D/g, '').length;
  return /^[\d\s()./-]+$/.test(number) && digits >= 5 && digits <= 15 ? number : undefined;
}
