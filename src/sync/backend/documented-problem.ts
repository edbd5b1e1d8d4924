import type { ProblemCode } from '#contract/problem.ts';
import type { OperationProblem } from '../outbox/operation-row.ts';

/** Reads a problem in one of the forms the spec documents; undefined when it is none. */
export function documentedProblem(status: number, body: unknown): OperationProblem | undefined {
  const words = [...new Set(documentedWords(body))];
  const [message] = words;
  return message === undefined ? undefined : { code: codeOfStatus(status), message, status, words };
}

/** Where the spec's error shapes have their sentence, the most specific first. */
const messageFields = ['message', 'error', 'msg', 'title', 'detail'];

/**
 * The sentences in any of the error shapes the spec documents: a text, an object with `message` or
 * `error`, a list, or a map of fields to messages, which may stand beside a sentence about all of them.
 */
function documentedWords(body: unknown, depth = 0): string[] {
  if (typeof body === 'string') return body.trim() === '' ? [] : [body];
  if (typeof body !== 'object' || body === null || depth > 3) return [];
  if (Array.isArray(body)) return body.flatMap((each) => documentedWords(each, depth + 1));
  const values: unknown[] = Object.values(body);
  if (values.length > 0 && values.every(Array.isArray)) {
    return values.flatMap((value) => documentedWords(value, depth + 1));
  }
  const fields = new Map<string, unknown>(Object.entries(body));
  const sentence = messageFields
    .map((name) => documentedWords(fields.get(name), depth + 1))
    .find((words) => words.length > 0);
  const ofFields = fieldWords(fields.get('errors'), depth + 1);
  if (sentence || ofFields.length > 0) return [...(sentence ?? []), ...ofFields];
  // Only lists count as messages of a field: other values may be anything about the request.
  return [...fields.values()].flatMap((value) =>
    Array.isArray(value) ? documentedWords(value, depth + 1) : [],
  );
}

/** The messages of a map of fields, in its order: of a field there is one or a list of them. */
function fieldWords(errors: unknown, depth: number): string[] {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) {
    return documentedWords(errors, depth);
  }
  return Object.values(errors).flatMap((value) => documentedWords(value, depth + 1));
}

const codesByStatus: Record<number, ProblemCode> = {
  400: 'invalid-input',
  401: 'not-signed-in',
  403: 'not-allowed',
  404: 'not-found',
  408: 'request-timeout',
  413: 'too-large',
  415: 'unsupported-media-type',
  429: 'rate-limited',
  500: 'internal',
  503: 'unavailable',
};

/** This project's code for a status whose body has none. */
export function codeOfStatus(status: number): string {
  return codesByStatus[status] ?? 'refused';
}
