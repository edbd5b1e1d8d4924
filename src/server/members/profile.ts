import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

import { maxPictureUploadBytes } from '#contract/limits.ts';
import { type Profile, type ProfileEdit, findReservedNames } from '#contract/members.ts';
import { ApiProblem } from '#contract/problem.ts';
import { minUnlistedMs } from '#domain/tipster-list.ts';

import type { AuthenticatedMember } from '../auth/sessions.ts';
import { toFormProblem } from '../platform/body.ts';
import type { Database, Transaction } from '../db/database.ts';
import { findSqlState } from '../db/failures.ts';
import { members, pictures } from '../db/schema.ts';
import { raiseCursor } from '../operations/cursor.ts';
import { toSearchName } from './names.ts';
import { parseInternationalPhone } from './phone-number.ts';
import type { Picture } from './pictures.ts';
import { toProfile } from './presenter.ts';
import { isListedTipster } from './queries.ts';

type ProfileOwner = Pick<AuthenticatedMember, 'id' | 'email' | 'role'>;

const foreignKeyViolation = '23503';

/**
 * Refuses a profile form with another member's id or email, an invalid phone number, or a name that
 * looks like an administrator's, unless the member is an administrator.
 */
export function refuseInvalidProfile(edit: ProfileEdit, owner: ProfileOwner): void {
  const isOwnId = edit.id === undefined || edit.id.toLowerCase() === owner.id;
  const isOwnEmail =
    edit.email === undefined || edit.email.toLowerCase() === owner.email.toLowerCase();
  if (!isOwnId || !isOwnEmail) throw new ApiProblem('identity-mismatch');
  const errors = {
    ...(owner.role !== 'administrator' && findReservedNames(edit)),
    ...(toProfilePhone(edit) === undefined && { phoneNumber: ['invalid'] }),
  };
  if (Object.keys(errors).length > 0) throw new ApiProblem('invalid-input', { errors });
}

/** Saves the profile form and its picture, if any. */
export async function saveProfile(
  tx: Transaction,
  owner: ProfileOwner,
  { edit, picture, now }: { edit: ProfileEdit; picture: Picture | undefined; now: Date },
): Promise<Profile> {
  const profileCursor = await raiseCursor(tx, owner.id);
  if (picture) {
    // An upsert also locks an existing row, so that the row is not deleted before it is used.
    await tx
      .insert(pictures)
      .values({ ...picture, createdAt: now })
      .onConflictDoUpdate({ target: pictures.hash, set: { createdAt: now } });
  }
  const isTipster = edit.isTipster === undefined || Boolean(edit.isTipster);
  const names = { firstName: edit.firstName.trim(), lastName: edit.lastName.trim() };
  // A form that arrives after the deletion of its account must not restore a name.
  const owned = and(eq(members.id, owner.id), isNull(members.deletedAt));
  await tx
    .update(members)
    .set({
      ...names,
      searchName: toSearchName({ ...names, userName: '' }),
      country: edit.country.trim(),
      phoneNumber: toProfilePhone(edit) ?? '',
      state: edit.state.trim(),
      // failpoint: address-not-written
      address: edit.address.trim(),
      isTipster,
      ...(!isTipster && { unlistedUntil: createTipsterListReturnTimeSql(now) }),
      ...(edit.showPhone !== undefined && { showPhone: edit.showPhone }),
      ...(picture && { pictureHash: picture.hash }),
      profileCursor,
    })
    .where(owned);
  // The row is read again, because the database sets `nameMark`.
  const [saved] = await tx.select().from(members).where(owned);
  if (!saved) throw new ApiProblem('session-ended');
  return toProfile(saved);
}

/**
 * SQL of the column `unlistedUntil` of a member who leaves the list of tipsters: the earliest time
 * of a return to the list. The value does not change if the member is not in the list.
 */
function createTipsterListReturnTimeSql(now: Date): SQL {
  const end = new Date(now.getTime() + minUnlistedMs);
  return sql`case when ${isListedTipster(now)} then ${end.toISOString()}::timestamptz
    else ${members.unlistedUntil} end`;
}

/** Returns the number in international form; the profile's country is the default country. */
function toProfilePhone({ phoneNumber, country }: ProfileEdit): string | undefined {
  return parseInternationalPhone(phoneNumber, country.trim());
}

/** Deletes a picture if no member uses it. */
export async function removeUnusedPicture(database: Database, hash: string): Promise<void> {
  try {
    await database.delete(pictures).where(eq(pictures.hash, hash));
  } catch (error) {
    // A foreign key violation: another member uses the same picture.
    if (findSqlState(error) !== foreignKeyViolation) throw error;
  }
}

/** A multipart profile form: the text fields, and the file of the field `picture`. */
export type MultipartProfile = { fields: Record<string, unknown>; upload: Buffer | undefined };

export const profileFormLimits = {
  fileSize: maxPictureUploadBytes,
  files: 1,
  fields: 20,
  parts: 21,
  fieldNameSize: 100,
  fieldSize: 4 * 1024,
  headerPairs: 20,
};

/** Maximum size of the picture and all other fields together. */
export const maxProfileBodyBytes = maxPictureUploadBytes + 128 * 1024;

/** Values of switches, which a multipart form sends as text. */
const booleansByText: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

export async function readProfileForm(request: FastifyRequest): Promise<MultipartProfile> {
  const fields = new Map<string, unknown>();
  let upload: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (fields.has(part.fieldname)) throw createFieldProblem(part.fieldname, 'invalid');
      if (part.type === 'field') fields.set(part.fieldname, readFieldValue(part));
      else upload = await readPictureFile(part);
    }
  } catch (error) {
    throw toFormProblem(error);
  }
  return { fields: Object.fromEntries(fields), upload };
}

async function readPictureFile(part: MultipartFile): Promise<Buffer> {
  if (part.fieldname !== 'picture') throw createFieldProblem(part.fieldname, 'unknown-field');
  return part.toBuffer();
}

function readFieldValue({
  fieldname,
  value,
  valueTruncated,
  fieldnameTruncated,
}: MultipartValue): unknown {
  if (valueTruncated || fieldnameTruncated) throw createFieldProblem(fieldname, 'too-long');
  if (typeof value !== 'string' || value.includes('\0'))
    throw createFieldProblem(fieldname, 'invalid');
  const isSwitch = fieldname === 'isTipster' || fieldname === 'showPhone';
  return isSwitch ? (booleansByText[value] ?? value) : value;
}

function createFieldProblem(field: string, code: string): ApiProblem {
  return new ApiProblem('invalid-input', { errors: { [field]: [code] } });
}
