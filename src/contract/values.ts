import * as z from 'zod/mini';

import { toAsciiDigits } from '#domain/names/text-folding.ts';
import { hasHiddenCharacter, isValidDisplayName } from '#domain/names/name.ts';
import { isStaffName } from '#domain/names/staff-name.ts';
import { maxPrice, unpricedOdd } from '#domain/odds/price.ts';

import { idPattern, maxFixtureIdLength } from './id.ts';
import { profileTextLimit } from './limits.ts';

/** The id of a member, tip or operation. */
export const Id = z.stringFormat('uuid', idPattern);

/** An opaque page cursor from the `Link` header of the previous page. */
export const PageCursor = z.string().check(z.minLength(1), z.maxLength(300));

/** Page size: `defaultRows`, unless the caller requests another number up to `maxRows`. */
export function pageSizeSchema(maxRows: number, defaultRows: number) {
  return z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxRows)), defaultRows);
}

/** A fixture's id: opaque text that never changes. */
export const FixtureId = z.string().check(z.minLength(1), z.maxLength(maxFixtureIdLength));

/** The version of a row that the sender saw; a PostgreSQL integer. */
export const Version = z.int().check(z.gte(1), z.lte(2 ** 31 - 1));

/** An instant in UTC, ISO 8601. */
export const Instant = z.iso.datetime();

/** Decimal odds, 0 for unpriced; `isValidPrice` decides which values are valid. */
export const Price = z.number().check(z.gte(unpricedOdd), z.lte(maxPrice));

/** Reports "required" for an empty field and skips later checks. */
export const nonEmptyCheck = z.minLength(1, { abort: true });

/** Reports "too-long" and skips later checks, which are slow for long texts. */
export function maxLengthCheck(maxCharacters: number) {
  return z.maxLength(maxCharacters, { abort: true });
}

/** A profile field: 1 to 32 code points after trimming. */
export const ProfileText = z.string().check(
  z.refine((text: string) => text.trim() !== '', { params: { code: 'required' }, abort: true }),
  z.refine((text: string) => [...text].length <= profileTextLimit, {
    params: { code: 'too-long' },
    abort: true,
  }),
);

/** A profile field without invisible characters and bidi controls. */
export const ProfileLine = ProfileText.check(
  z.refine((text: string) => !hasHiddenCharacter(text), { params: { code: 'invalid' } }),
);

/** A profile field that may have several lines, without invisible characters and bidi controls. */
export const ProfileLines = ProfileText.check(
  z.refine((text: string) => !hasHiddenCharacter(text.replaceAll(/[\n\r\t]/g, '')), {
    params: { code: 'invalid' },
  }),
);

/** The name of a club, league or round from another service. */
export const SourceName = z.string().check(
  nonEmptyCheck,
  maxLengthCheck(100),
  z.refine((text: string) => !hasHiddenCharacter(text)),
);

const nameCheck = z.refine<string>((text) => isValidDisplayName(text), {
  params: { code: 'invalid' },
});

/** A name in a profile, with visible letters and no word of mixed scripts. */
export const ProfileName = ProfileText.check(nameCheck);

/** The name of a new account, which must not imitate the site's staff. */
export const UserName = z.string().check(
  z.refine((text: string) => text.trim() !== '', { params: { code: 'required' }, abort: true }),
  maxLengthCheck(64),
  nameCheck,
  z.refine((text: string) => !isStaffName(text), { params: { code: 'reserved' } }),
);

/** An email address, at most 254 characters. */
export const Email = z.string().check(nonEmptyCheck, maxLengthCheck(254), z.email());

/** A text with 1 to `maxLength` characters. */
export function requiredText(maxLength = 254) {
  return z.string().check(nonEmptyCheck, z.maxLength(maxLength));
}

/** A code of an authenticator app or a recovery code; digits of all scripts become 0 to 9. */
export const LoginCode = z.string().check(maxLengthCheck(64), z.overwrite(toAsciiDigits));
