import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A phone number in international form, "+234 801 234 5678". Without a country of its own it is read as
 * one of the given country, an ISO code; undefined where it cannot be a number there.
 */
export function internationalForm(text: string, country = ''): string | undefined {
  const code = country.toUpperCase();
  const number = parsePhoneNumberFromString(text.trim(), {
    ...(isSupportedCountry(code) && { defaultCountry: code }),
    extract: false,
  });
  return number?.isPossible() ? number.formatInternational() : undefined;
}

/** A number as it is dialled in a country that nobody has named yet; undefined if it is none. */
export function nationalNumber(text: string): string | undefined {
  const number = text.trim();
  const digits = number.replaceAll(/\D/g, '').length;
  return /^[\d\s()./-]+$/.test(number) && digits >= 5 && digits <= 15 ? number : undefined;
}
