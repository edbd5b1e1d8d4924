import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A phone number in international form, "+234 801 234 5678". Without a country code it is read as
 * one of the given country (ISO code); undefined if it is invalid there.
 */
export function parseInternationalPhone(text: string, country = ''): string | undefined {
  const code = country.toUpperCase();
  const number = parsePhoneNumberFromString(text.trim(), {
    ...(isSupportedCountry(code) && { defaultCountry: code }),
    extract: false,
  });
  return number?.isPossible() ? number.formatInternational() : undefined;
}

/** A number as dialled in an unknown country; undefined if it is invalid. */
export function parseNationalPhone(text: string): string | undefined {
  const number = text.trim();
  const digits = number.replaceAll(/\D/g, '').length;
  return /^[\d\s()./-]+$/.test(number) && digits >= 5 && digits <= 15 ? number : undefined;
}
