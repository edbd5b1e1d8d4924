import type { ProblemCode } from '#contract/problem.ts';
import type { OperationProblem } from '../outbox/operation-row.ts';

/** Parses a problem in a form that the spec documents; undefined for anything else. */
export function parseDocumentedProblem(
  status: number,
  body: unknown,
): OperationProblem | undefined {
  const words = [...new Set(collectSentences(body))];
  const [message] = words;
  return message === undefined ? undefined : { code: codeOfStatus(status), message, status, words };
}

/** Fields with the message in the spec's error shapes, most specific first. */
const messageFields = ['message', 'error', 'msg', 'title', 'detail'];

/**
 * Collects the messages of all error shapes of the spec: a text, an object with `message` or
 * `error`, a list, messages by field, or a general message and messages by field.
 */
function collectSentences(body: unknown, depth = 0): string[] {
  if (typeof body === 'string') return body.trim() === '' ? [] : [body];
  if (typeof body !== 'object' || body === null || depth > 3) return [];
  if (Array.isArray(body)) return body.flatMap((each) => collectSentences(each, depth + 1));
  const values: unknown[] = Object.values(body);
  if (values.length > 0 && values.every(Array.isArray)) {
    return values.flatMap((value) => collectSentences(value, depth + 1));
  }
  const fields = new Map<string, unknown>(Object.entries(body));
  const sentence = messageFields
    .map((name) => collectSentences(fields.get(name), depth + 1))
    .find((words) => words.length > 0);
  const ofFields = collectFieldSentences(fields.get('errors'), depth + 1);
  if (sentence || ofFields.length > 0) return [...(sentence ?? []), ...ofFields];
  // Only lists count as messages of a field; other values may repeat the request.
  return [...fields.values()].flatMap((value) =>
    Array.isArray(value) ? collectSentences(value, depth + 1) : [],
  );
}

/** The messages by field, in order; each field has one message or a list. */
function collectFieldSentences(errors: unknown, depth: number): string[] {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) {
    return collectSentences(errors, depth);
  }
  return Object.values(errors).flatMap((value) => collectSentences(value, depth + 1));
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

/** The problem code for a response whose body contains no code. */
export function codeOfStatus(status: number): string {
  return codesByStatus[status] ?? 'refused';
}
