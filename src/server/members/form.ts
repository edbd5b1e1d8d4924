import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import { pictureUploadLimit } from '#contract/limits.ts';
import { ApiProblem } from '#contract/problem.ts';

import { formProblem } from '../body.ts';

/** A profile form as it comes in parts: its fields, and the file of the field `picture`. */
export type Form = { fields: Record<string, unknown>; upload: Buffer | undefined };

export const formLimits = {
  fileSize: pictureUploadLimit,
  files: 1,
  fields: 20,
  parts: 21,
  fieldNameSize: 100,
  fieldSize: 4 * 1024,
  headerPairs: 20,
};

/** The file and all that may stand around it. */
export const formBodyLimit = pictureUploadLimit + 128 * 1024;

/** Switches are words in a form. */
const switches: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

export async function readForm(request: FastifyRequest): Promise<Form> {
  const fields = new Map<string, unknown>();
  let upload: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (fields.has(part.fieldname)) throw invalid(part.fieldname, 'invalid');
      if (part.type === 'field') fields.set(part.fieldname, valueOf(part));
      else upload = await fileOf(part);
    }
  } catch (error) {
    throw formProblem(error);
  }
  return { fields: Object.fromEntries(fields), upload };
}

async function fileOf(part: MultipartFile): Promise<Buffer> {
  if (part.fieldname !== 'picture') throw invalid(part.fieldname, 'unknown-field');
  return part.toBuffer();
}

function valueOf({
  fieldname,
  value,
  valueTruncated,
  fieldnameTruncated,
}: MultipartValue): unknown {
  if (valueTruncated || fieldnameTruncated) throw invalid(fieldname, 'too-long');
  if (typeof value !== 'string' || value.includes('\0')) throw invalid(fieldname, 'invalid');
  const isSwitch = fieldname === 'isTipster' || fieldname === 'showPhone';
  return isSwitch ? (switches[value] ?? value) : value;
}

function invalid(field: string, code: string): ApiProblem {
  return new ApiProblem('invalid-input', { errors: { [field]: [code] } });
}
