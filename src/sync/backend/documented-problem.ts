import type { ProblemCode } from '#contract/problem.ts';
import type { OperationProblem } from '../outbox/operation-row.ts';

/** Reads a problem in one of the forms the spec documents; undefined when it is none. */
export function documentedProblem(status: number, body: unknown): OperationProblem | undefined {
  const message = documentedMessage(body);
  return message === undefined ? undefined : { code: codeOfStatus(status), message, status };
}

/** Where the spec's error shapes have their sentence, the most specific first. */
const messageFields = ['message', 'error', 'errors', 'msg', 'title', 'detail'];

/**
 * The sentence in any of the error shapes the spec documents: a text, an object with `message` or
 * `error`, a list, or a map of fields to messages, of which the first is shown.
 */
function documentedMessage(body: unknown, depth = 0): string | undefined {
  if (typeof body === 'string') return body.trim() === '' ? undefined : body;
  if (typeof body !== 'object' || body === null || depth > 3) return undefined;
  const fields = new Map<string, unknown>(Object.entries(body));
  const places = Array.isArray(body)
    ? body
    : [...messageFields.map((name) => fields.get(name)), ...fieldMessages(fields)];
  for (const place of places) {
    const message = documentedMessage(place, depth + 1);
    if (message !== undefined) return message;
  }
  return undefined;
}

/** Only lists count as messages of a field: other values may be anything about the request. */
function fieldMessages(fields: ReadonlyMap<string, unknown>): unknown[] {
  return [...fields.values()].filter((value) => Array.isArray(value));
}

const codesByStatus: Record<number, ProblemCode> = {
  400: 'invalid-input',
  401: 'not-signed-in',
  403: 'not-allowed',
  404: 'not-found',
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
