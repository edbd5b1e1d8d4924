import * as z from 'zod/mini';
import type { Profile, Tipster } from '#contract/members.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { Problem } from '#contract/sync.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { countsOf, outcomeOf, scoreOf, totalOddsOf } from '#domain/tip.ts';
import { stableId } from './stable-id.ts';
import type { OperationProblem } from './operation-row.ts';

/**
 * Ours has answered our ping: it knows keys, cursors and echoes. A foreign backend speaks the
 * spec's calls and nothing else.
 */
export type BackendKind = 'unknown' | 'ours' | 'foreign';

/** What a problem says; `undefined` when a body is none that such a backend gives. */
export function readProblem(
  status: number,
  body: unknown,
  kind: BackendKind,
): OperationProblem | undefined {
  const ours = Problem.safeParse(body);
  if (ours.success) return ours.data;
  if (kind === 'ours') return newerProblem(status, body);
  const message = documentedMessage(body) ?? (kind === 'foreign' ? emptyError(body) : undefined);
  return message === undefined ? undefined : { code: codeOfStatus(status), message, status };
}

/** An error without a word, as the spec allows for: nothing is said, and that it is one. */
function emptyError(body: unknown): '' | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  return 'error' in body || 'errors' in body ? '' : undefined;
}

const NewerProblem = z.looseObject({ code: z.string(), message: z.string() });

/** A newer server may have codes this build does not know; they are problems all the same. */
function newerProblem(status: number, body: unknown): OperationProblem | undefined {
  const newer = NewerProblem.safeParse(body);
  return newer.success ? { code: newer.data.code, message: newer.data.message, status } : undefined;
}

/** Where the spec's error shapes keep their sentence, the most telling place first. */
const tellingFields = ['message', 'error', 'errors', 'msg', 'title', 'detail'];

/**
 * The sentence in any of the error shapes the spec documents: a text, an object with `message` or
 * `error`, a list, or a map of fields to messages, of which the first is shown.
 */
function documentedMessage(body: unknown, depth = 0): string | undefined {
  if (typeof body === 'string') return body.trim() === '' ? undefined : body;
  if (typeof body !== 'object' || body === null || depth > 3) return undefined;
  const told = new Map<string, unknown>(Object.entries(body));
  const places = Array.isArray(body)
    ? body
    : [...tellingFields.map((name) => told.get(name)), ...fieldMessages(told)];
  for (const place of places) {
    const message = documentedMessage(place, depth + 1);
    if (message !== undefined) return message;
  }
  return undefined;
}

/** Only lists count as messages of a field: other values may be anything about the request. */
function fieldMessages(told: ReadonlyMap<string, unknown>): unknown[] {
  return [...told.values()].filter((value) => Array.isArray(value));
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

function codeOfStatus(status: number): string {
  return codesByStatus[status] ?? 'refused';
}

/** Any backend's login answer: ours gives a UUID, others give what they like. */
const PlainLogin = z.object({
  access_token: z.string(),
  userId: z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((id) => String(id)),
  ),
});
export const LoginAnswer = z.union([
  PlainLogin,
  z.pipe(
    z.object({ data: PlainLogin }),
    z.transform(({ data }) => data),
  ),
]);

/** A list as it comes, or wrapped once, as some backends do. */
export function listOf<Item extends z.ZodMiniType>(item: Item) {
  const wrapped = z.pipe(
    z.object({ data: z.array(item) }),
    z.transform(({ data }) => data),
  );
  return z.union([z.array(item), wrapped]);
}

/** A field read whatever it holds: what is missing or odd becomes its empty value. */
function lenient<Value>(read: (raw: unknown) => Value) {
  return z.pipe(z.optional(z.unknown()), z.transform(read));
}

const Text = lenient((raw) =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '',
);
const Yes = lenient((raw) => raw === true || raw === 1 || raw === '1');
const Amount = lenient((raw) => (Number.isFinite(Number(raw)) ? Number(raw) : 0));
const Moment = lenient(instantOf);
const Picture = lenient((raw) => (typeof raw === 'string' && raw !== '' ? raw : null));
const AnyId = z.looseObject({ id: z.optional(z.unknown()), _id: z.optional(z.unknown()) });

const ForeignLeg = z.pipe(
  z.looseObject({
    fixtureId: z.optional(z.string()),
    game: Text,
    group: Text,
    oddName: Text,
    odd: Amount,
    status: Yes,
    startDateOfGame: Moment,
    confirmedAt: Moment,
    confirmationTime: Moment,
  }),
  z.transform((leg): Leg => {
    const confirmedAt = leg.confirmedAt || leg.confirmationTime;
    const settled = leg.status ? ('won' as const) : ('lost' as const);
    return {
      fixtureId: leg.fixtureId ?? stableId(leg.game, leg.startDateOfGame),
      game: leg.game,
      group: leg.group,
      oddName: leg.oddName,
      odd: leg.odd,
      startDateOfGame: leg.startDateOfGame || epoch,
      status: leg.status,
      result: confirmedAt || leg.status ? settled : 'pending',
      ...(confirmedAt && { confirmedAt }),
    };
  }),
);

/** A tip as a foreign backend gives it. */
export const ForeignTip = z.pipe(
  z.extend(AnyId, {
    options: z.array(ForeignLeg),
    totalOdds: z.optional(z.coerce.number()),
    creationTime: Moment,
    expiryTime: Moment,
    IsBooked: Yes,
    IsGameSuccessful: Yes,
    gameRankPercentage: z.optional(z.coerce.number()),
    stake: Amount,
  }),
  z.transform((tip): Tip => {
    const counts = countsOf(tip.options);
    return {
      id: idOf(tip),
      tipsterId: '',
      tipsterName: '',
      options: tip.options,
      totalOdds: tip.totalOdds ?? totalOddsOf(tip.options),
      creationTime: tip.creationTime || epoch,
      expiryTime: tip.expiryTime || tip.creationTime || epoch,
      IsBooked: tip.IsBooked,
      IsGameSuccessful: tip.IsGameSuccessful,
      outcome: outcomeOf(tip.options),
      totalGamesWon: counts.won,
      totalGamesLost: counts.lost,
      gameRankPercentage: tip.gameRankPercentage ?? scoreOf(tip.options) ?? 0,
      version: 0,
      stake: tip.stake,
    };
  }),
);

const ForeignMember = z.extend(AnyId, {
  email: Text,
  userName: Text,
  firstName: Text,
  lastName: Text,
  country: Text,
  state: Text,
  address: Text,
  phoneNumber: Text,
  picture: Picture,
  createdAt: Moment,
  isTipster: Yes,
  tips: lenient((raw) => listOf(ForeignTip).safeParse(raw).data ?? []),
});

/** A tipster as a foreign backend gives them; it keeps no record we could show. */
export const ForeignTipster = z.pipe(
  ForeignMember,
  z.transform((member): Tipster => ({
    id: idOf(member),
    firstName: member.firstName,
    lastName: member.lastName,
    picture: member.picture,
    country: member.country,
    state: member.state,
    address: member.address,
    ...(member.phoneNumber && { phoneNumber: member.phoneNumber }),
    createdAt: member.createdAt || epoch,
    isTipster: member.isTipster,
    followers: 0,
    record: { settled: 0, won: 0, lost: 0, flatProfit: 0 },
    tips: member.tips,
  })),
);

/** The own profile as a foreign backend gives it. */
export const ForeignProfile = z.pipe(
  ForeignMember,
  z.transform((member): Profile => ({
    id: idOf(member),
    email: member.email,
    userName: member.userName,
    firstName: member.firstName,
    lastName: member.lastName,
    country: member.country,
    phoneNumber: member.phoneNumber,
    state: member.state,
    address: member.address,
    showPhone: true,
    picture: member.picture,
    isTipster: member.isTipster,
    // Such a backend does not say; it refuses what an unverified member may not do.
    emailVerified: true,
    role: 'administrator',
    createdAt: member.createdAt || epoch,
  })),
);

const epoch = new Date(0).toISOString();

/** The members under which a backend may wrap what it has just made. */
const wrappers = ['data', 'tip', 'tip', 'result'] as const;

/** The id in an answer to something new, however it is told; undefined when it is not. */
export function createdId(reply: unknown, depth = 0): string | undefined {
  if (typeof reply === 'number') return String(reply);
  if (typeof reply === 'string') return /^[\w-]{1,64}$/.test(reply) ? reply : undefined;
  if (typeof reply !== 'object' || reply === null || depth > 1) return undefined;
  if (Array.isArray(reply)) return createdId(reply[0], depth + 1);
  const told = new Map<string, unknown>(Object.entries(reply));
  const own = told.get('id') ?? told.get('_id');
  if (own !== undefined) return createdId(own, depth + 1);
  const wrapped = wrappers.find((name) => told.has(name));
  return wrapped && createdId(told.get(wrapped), depth + 1);
}

function idOf({ id, _id }: z.infer<typeof AnyId>): string {
  const told = id ?? _id;
  return typeof told === 'string' || typeof told === 'number' ? String(told) : '';
}

/** A time in ISO, whatever the spelling; empty when it says none. */
function instantOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  if (value === '' || value === 0 || value === '0') return '';
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
