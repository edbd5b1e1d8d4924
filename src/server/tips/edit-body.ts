import type { FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

import { formProblem, parseJson } from '../body.ts';

/** The body of an edit: JSON as it came, or a form whose `options` are JSON text. */
export async function readEdit(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const body: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' || part.fieldname in body) {
        throw new ApiProblem('invalid-input', { errors: { [part.fieldname]: ['unknown-field'] } });
      }
      if (part.valueTruncated) throw new ApiProblem('too-large');
      body[part.fieldname] = part.fieldname === 'options' ? fromText(part.value) : part.value;
    }
  } catch (error) {
    throw formProblem(error);
  }
  return body;
}

function fromText(value: unknown): unknown {
  try {
    return typeof value === 'string' ? parseJson(Buffer.from(value)) : value;
  } catch (error) {
    throw new ApiProblem('invalid-json', {}, { cause: error });
  }
}
