import { maxTipsPerSelection } from '#domain/repeat.ts';
import { slipLimit } from '#domain/slip.ts';

import { maxTipsPerDay } from './limits.ts';

/** All problems of the API: HTTP status, and the message that a spec-only client displays. */
const problems = {
  'invalid-input': [400, 'Some of what was sent is missing or not allowed. Nothing was changed.'],
  'invalid-json': [400, 'What was sent is not valid JSON. Nothing was changed.'],
  'link-invalid': [400, 'This link is not valid any more. Ask for a new one.'],
  'reset-expired': [400, 'This link is not valid any more. Ask for a new one.'],
  'wrong-credentials': [401, 'The email or the password is not right.'],
  'not-signed-in': [401, 'Please log in.'],
  'session-ended': [401, 'You were logged out. Please log in again.'],
  'code-required': [401, 'Please enter the code of your authenticator app as well.'],
  'email-unverified': [403, 'Please check your mail and activate your account first.'],
  'not-allowed': [403, 'Only an administrator may do this.'],
  'second-factor-required': [
    403,
    'An administrator needs an authenticator app first. Turn it on under Settings, Security.',
  ],
  'in-time-out': [403, 'You are on a break: nothing is posted or booked until it is over.'],
  'not-pool-owner': [403, 'Only the owner of this pool may do this.'],
  'own-tip': [403, 'Nobody prices or confirms their own ticket.'],
  'not-found': [404, 'There is nothing here.'],
  'request-timeout': [
    408,
    'What was sent took too long to arrive. Nothing was changed. Try again.',
  ],
  'fixture-started': [409, 'A game on this slip has already started.'],
  'already-tipped': [409, 'You already posted a tip with exactly these games and options.'],
  'selection-limit': [
    409,
    `One option of one game may be in at most ${maxTipsPerSelection} of your tips. Take it off this slip, or choose another option.`,
  ],
  'already-booked': [409, 'This ticket has already been booked.'],
  'already-confirmed': [409, 'This ticket has already been confirmed.'],
  'tip-expired': [409, 'This ticket has expired: its first game has kicked off.'],
  'legs-undecided': [409, 'Error Confirming Ticket. Make sure all tip status has been confirmed'],
  'decided-otherwise': [
    409,
    'An earlier result decided a game of this ticket otherwise. Decide it again first.',
  ],
  'pool-full': [409, 'This pool is full.'],
  'too-many-pools': [409, 'You are in as many pools as one can be. Leave one first.'],
  'too-late-to-withdraw': [409, 'A tip can be withdrawn for two minutes and before any kick-off.'],
  'operation-in-progress': [409, 'This is being done right now. Try again in a moment.'],
  'answer-forgotten': [410, 'This was answered long ago; the answer is not kept any more.'],
  'stale-version': [412, 'Somebody changed this ticket meanwhile. Look at it again.'],
  'too-large': [413, 'What was sent is too large.'],
  'unsupported-media-type': [415, 'This kind of content is not accepted.'],
  'unknown-fixture': [422, 'A game on this slip is not known.'],
  'unknown-option': [422, 'A bet option on this slip is not known.'],
  'already-selected': [422, 'You already selected this game'],
  'slip-is-empty': [422, 'Your Slip is empty'],
  'slip-is-full': [422, `A slip holds at most ${slipLimit} games.`],
  'key-reused': [422, 'This key was used for something else.'],
  'identity-mismatch': [422, 'The id or email is not the one of this account.'],
  'unknown-leg': [422, 'This ticket has no such game.'],
  'invalid-price': [422, 'Odds are 0 or between 1 and 1000, with at most two decimals.'],
  'reason-required': [422, 'The game has started: a change of odds needs a reason.'],
  'too-early-to-decide': [
    409,
    'Won or lost can be said only after the whistle that decides it. Void is possible at any time.',
  ],
  'decision-needs-reason': [
    422,
    'Void, and what goes against the rules, needs a reason that everybody reads.',
  ],
  'not-a-tipster': [422, 'This member is not a tipster.'],
  'own-follow': [422, 'You cannot follow yourself.'],
  'wrong-password': [422, 'The password is not right. Nothing was changed.'],
  'wrong-code': [422, 'The code is not right, or was used before. Wait for the next one.'],
  'passkey-refused': [422, 'The passkey was not accepted. Nothing was changed.'],
  'picture-unreadable': [422, 'This picture cannot be read. Choose a JPEG, PNG or WebP picture.'],
  'not-attempted': [424, 'Something that comes before this was not done, so this was not tried.'],
  'daily-tip-limit': [
    429,
    `A member posts at most ${maxTipsPerDay} tips within 24 hours. Try again later.`,
  ],
  'rate-limited': [429, 'Too many requests. Try again a little later.'],
  internal: [500, 'Something went wrong on our side. Nothing was changed.'],
  unavailable: [503, 'The service is not available right now. Try again a little later.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** The stable code of a problem, shared by rules, API and message catalogues. */
export type ProblemCode = keyof typeof problems;

/** True if a text is a problem code of this version. */
export function isProblemCode(text: unknown): text is ProblemCode {
  return typeof text === 'string' && Object.hasOwn(problems, text);
}

/** The HTTP status of a problem. */
export function statusOf(code: ProblemCode): number {
  return problems[code][0];
}

/** The English message of a problem, for clients that display `error.message`. */
export function messageOf(code: ProblemCode): string {
  return problems[code][1];
}

/** Details of a problem besides its code: field codes by field, and further data. */
export type ProblemDetails = {
  errors?: Record<string, string[]>;
  /** Further fields of the body, such as the started legs or the current tip. */
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
};

/** A problem thrown by a handler; the server converts it to the response. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}, options?: ErrorOptions) {
    super(messageOf(code), options);
    this.code = code;
    this.status = statusOf(code);
    this.details = details;
  }
}

/** The code of an invalid field, which clients translate. */
export type FieldCode =
  | 'required'
  | 'too-long'
  | 'too-short'
  | 'too-common'
  | 'mismatch'
  | 'unknown-field'
  | 'reserved'
  | 'wrong'
  | 'invalid';

/** The fields of a zod issue that determine its field code. */
export type ValidationIssue = {
  code?: string | undefined;
  path: readonly PropertyKey[];
  keys?: readonly string[];
  input?: unknown;
  params?: Record<string, unknown> | undefined;
  minimum?: number | bigint;
};

const fieldCodesByIssueCode: Record<string, FieldCode> = {
  too_small: 'too-short',
  too_big: 'too-long',
  unrecognized_keys: 'unknown-field',
};

/** Maps an issue to its field code, on the device and on the server. */
export function fieldCodeOf(issue: ValidationIssue): FieldCode {
  const named = issue.params?.['code'];
  if (
    named === 'too-long' ||
    named === 'too-common' ||
    named === 'mismatch' ||
    named === 'reserved' ||
    named === 'required'
  )
    return named;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  if (issue.code === 'too_small' && issue.minimum === 1) return 'required';
  return fieldCodesByIssueCode[issue.code ?? ''] ?? 'invalid';
}

/** Groups field codes by field path (`options.0.oddName`), as in a problem's `errors`. */
export function groupFieldCodesByPath(
  issues: readonly ValidationIssue[],
): Record<string, FieldCode[]> {
  // Uses a Map, because a field may be named like a property of every object ("toString").
  const byField = new Map<string, FieldCode[]>();
  for (const issue of issues) {
    const at = issue.path.map(String).join('.');
    const fields = issue.keys?.map((key) => (at ? `${at}.${key}` : key)) ?? [at];
    for (const field of fields) {
      byField.set(field, [...(byField.get(field) ?? []), fieldCodeOf(issue)]);
    }
  }
  return Object.fromEntries(byField);
}
