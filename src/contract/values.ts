import * as z from 'zod/mini';

import { plainDigits } from '#domain/folded.ts';
import { hasHiddenCharacter, isName } from '#domain/name.ts';
import { isStaffName } from '#domain/staff-name.ts';

import { idText, maxFixtureIdLength } from './id.ts';
import { profileTextLimit } from './limits.ts';

/** A member's, tip's or operation's id. */
export const Id = z.stringFormat('uuid', idText);

/** Where a page of a list begins: opaque, as the `Link` header of the page before it names it. */
export const Place = z.string().check(z.minLength(1), z.maxLength(300));

/** Number of rows of a page: `defaultRows` unless the caller requests another number up to `maxRows`. */
export function PageSize(maxRows: number, defaultRows: number) {
  return z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxRows)), defaultRows);
}

/** A fixture's id: opaque text, stable for as long as the fixture is known. */
export const FixtureId = z.string().check(z.minLength(1), z.maxLength(maxFixtureIdLength));

/** The version of a row that its sender saw, which is a PostgreSQL integer. */
export const Version = z.int().check(z.gte(1), z.lte(2 ** 31 - 1));

/** A moment in UTC, ISO 8601. */
export const Instant = z.iso.datetime();

/** Decimal odds from 0 (not priced yet) to 1000; whether a leg can have them is the domain's `isPrice`. */
export const Price = z.number().check(z.gte(0), z.lte(1000));

/** Says "required" of a field that was left empty, and nothing else of it. */
export const filled = z.minLength(1, { abort: true });

/** Reports "too-long" and skips later checks, whose cost grows faster than the length of the text. */
export function atMost(maxCharacters: number) {
  return z.maxLength(maxCharacters, { abort: true });
}

/** One line of a profile: text of 1 to 32 code points once trimmed. */
export const ProfileText = z.string().check(
  z.refine((text: string) => text.trim() !== '', { params: { code: 'required' }, abort: true }),
  z.refine((text: string) => [...text].length <= profileTextLimit, {
    params: { code: 'too-long' },
    abort: true,
  }),
);

/** The same without what nobody can see, or what turns the text around it. */
export const ProfileLine = ProfileText.check(
  z.refine((text: string) => !hasHiddenCharacter(text), { params: { code: 'invalid' } }),
);

/** The same that may go over several lines. */
export const ProfileLines = ProfileText.check(
  z.refine((text: string) => !hasHiddenCharacter(text.replaceAll(/[\n\r\t]/g, '')), {
    params: { code: 'invalid' },
  }),
);

/** The name of a club, league or round as another service gives it. */
export const SourceName = z.string().check(
  filled,
  atMost(100),
  z.refine((text: string) => !hasHiddenCharacter(text)),
);

const aName = z.refine<string>((text) => isName(text), { params: { code: 'invalid' } });

/** A name of a profile: with letters that everybody can see, and no word of mixed alphabets. */
export const ProfileName = ProfileText.check(aName);

/** The name that somebody registers with, which does not pass for the site's own staff. */
export const UserName = z.string().check(
  z.refine((text: string) => text.trim() !== '', { params: { code: 'required' }, abort: true }),
  atMost(64),
  aName,
  z.refine((text: string) => !isStaffName(text), { params: { code: 'reserved' } }),
);

/** An email address, at most 254 characters. */
export const Email = z.string().check(filled, atMost(254), z.email());

/** A text that must not be empty; length is bounded so that nobody can send a book. */
export function requiredText(longest = 254) {
  return z.string().check(filled, z.maxLength(longest));
}

/** A code that is typed, of an app or a sheet; digits of every script count as 0 to 9. */
export const TypedCode = z.string().check(atMost(64), z.overwrite(plainDigits));
