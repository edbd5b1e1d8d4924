import { t } from '@lingui/core/macro';

/** Error texts for names that are unreadable or look like another name, by error code. */
export function nameErrorTexts(): { invalid: string; reserved: string } {
  return {
    invalid: t`A name needs letters that everybody can see, of one alphabet, with at most two accents on each, and no #`,
    reserved: t`Names such as “Touchline”, “admin” or “support” are kept for the people who run this site`,
  };
}
