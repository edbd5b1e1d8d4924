import * as z from 'zod/mini';
import { listTipsters, type Profile, type Tipster } from '#contract/members.ts';
import { Problem } from '#contract/sync.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { unpricedOdd } from '#domain/odds/price.ts';
import { countsOf, outcomeOf, tipScorePercentage, totalOddsOf } from '#domain/tip.ts';
import type { ApiAnswer, Api } from './api.ts';
import { type Backend, touchlineBackend } from './backend.ts';
import type { OperationProblem, OperationRow } from '../outbox/operation-row.ts';
import type { OperationRequest } from '../operations/operation.ts';
import { operationOf, payloadOfKind, type PayloadOf } from '../operations/registry.ts';
import { codeOfStatus, parseDocumentedProblem } from './documented-problem.ts';
import { isSameTip } from '../same-tip.ts';
import { createStableId } from '../stable-id.ts';

/**
 * The adapter of a spec-only backend: sends only calls of the spec, and parses rows, ids and errors
 * in every form that the spec allows.
 */
export const specBackend: Backend = {
  kind: 'spec',
  request(row, entityId) {
    const own = touchlineBackend.request(row, entityId);
    if (!own || operationOf(row)?.isTouchlineOnly) return undefined;
    const isUpdate = row.kind === 'odds.set' || row.kind === 'leg.settle';
    return { ...own, body: toSpecBody(row, own), ...(isUpdate && { form: true }) };
  },
  // The spec does not define the responses to changes.
  replySchemaOf: () => z.unknown(),
  createdId: findCreatedId,
  parseProblem: (status, body) =>
    parseDocumentedProblem(status, body) ?? parseProblemWithoutMessage(status, body),
  rowSchemas: () => specRowSchemas,
};

/** Statuses of a backend that does not know a call or requires a login for that call. */
const unknownCallStatuses: readonly number[] = [400, 401, 403, 404, 405, 422];

/**
 * True if a spec-only backend answered the ping: it refused the unknown call in a documented form,
 * or it answers an open call of the spec, which no captive portal does.
 */
export async function isSpecBackend(api: Api, answer: ApiAnswer<unknown>): Promise<boolean> {
  if (isDocumentedProblem(answer)) return true;
  // Backends and captive portals may both answer an unknown call with an HTML page.
  const isMissing = 'status' in answer && [404, 405, 501].includes(answer.status ?? 0);
  if (!isMissing) return false;
  const listed = await api.callWithSchema(listTipsters, UnparsedSpecList, {
    query: { category: 0 },
  });
  return listed.kind === 'ok' || isDocumentedProblem(listed);
}

/** True for a problem in the spec's form, which is not the form of a Touchline server. */
function isDocumentedProblem(answer: ApiAnswer<unknown>): boolean {
  if (answer.kind !== 'refused' || !unknownCallStatuses.includes(answer.status)) return false;
  return !Problem.safeParse(answer.problem).success;
}

function toSpecBody(row: OperationRow, { body }: OperationRequest): unknown {
  const tip = payloadOfKind(row, 'tip.post');
  if (tip) {
    return { options: tip.options.map((leg) => toSpecLeg(leg)), stake: tip.stake, priceSold: 0 };
  }
  const odds = payloadOfKind(row, 'odds.set');
  if (odds) return { options: toSpecLegs(odds.legs, odds.changes), stake: 0, priceSold: 0 };
  const settled = payloadOfKind(row, 'leg.settle');
  if (settled) {
    return { options: toSpecLegs(settled.legs, [settled.change]), stake: 0, priceSold: 0 };
  }
  const form = payloadOfKind(row, 'profile.save') ?? payloadOfKind(row, 'picture.set');
  return form ? toSpecProfile(form) : body;
}

type SpecLegFields = Pick<Leg, 'game' | 'group' | 'oddName' | 'odd' | 'startDateOfGame'>;

/**
 * Builds a leg with only the six fields of the spec. The text `game` identifies the game, because
 * the backend has no ids for games.
 */
export function toSpecLeg(
  { game, group, oddName, odd, startDateOfGame }: SpecLegFields,
  status = false,
) {
  return { game, group, oddName, odd, startDateOfGame, status };
}

/** Returns all legs of the tip with the changes applied: the backend deletes a missing leg. */
function toSpecLegs(
  legs: readonly Leg[],
  changes: readonly { fixtureId: string; odd?: number; result?: Leg['result'] }[],
) {
  return legs.map((leg) => {
    const change = changes.find(({ fixtureId }) => fixtureId === leg.fixtureId);
    const status = change?.result === undefined ? leg.status : change.result === 'won';
    return toSpecLeg({ ...leg, odd: change?.odd ?? leg.odd }, status);
  });
}

function toSpecProfile(form: PayloadOf<'profile.save'>) {
  const { id, email, firstName, lastName, country, phoneNumber, state, address } = form;
  const fields = { email, firstName, lastName, country, phoneNumber, state, address };
  return { id, ...fields, isTipster: true };
}

/** Parses a problem without a message, which the spec allows. */
function parseProblemWithoutMessage(status: number, body: unknown): OperationProblem | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if (!('error' in body) && !('errors' in body)) return undefined;
  return { code: codeOfStatus(status), message: '', status };
}

function listSchema<Item extends z.ZodMiniType>(item: Item) {
  const wrapped = z.pipe(
    z.object({ data: z.array(item) }),
    z.transform(({ data }) => data),
  );
  return z.union([z.array(item), wrapped]);
}

/** Accepts a field of any type; `read` converts a missing or invalid value to an empty one. */
function lenientField<Value>(read: (raw: unknown) => Value) {
  return z.pipe(z.optional(z.unknown()), z.transform(read));
}

const LenientSpecText = lenientField((raw) =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '',
);
const LenientSpecFlag = lenientField((raw) => raw === true || raw === 1 || raw === '1');
const LenientSpecAmount = lenientField((raw) => (Number.isFinite(Number(raw)) ? Number(raw) : 0));
const LenientSpecInstant = lenientField(toInstantText);
const LenientSpecPicture = lenientField((raw) =>
  typeof raw === 'string' && raw !== '' ? raw : null,
);
const AnyId = z.looseObject({ id: z.optional(z.unknown()), _id: z.optional(z.unknown()) });

const SpecLeg = z.pipe(
  z.looseObject({
    fixtureId: z.optional(z.string()),
    game: LenientSpecText,
    group: LenientSpecText,
    oddName: LenientSpecText,
    odd: LenientSpecAmount,
    status: LenientSpecFlag,
    startDateOfGame: LenientSpecInstant,
    confirmedAt: LenientSpecInstant,
    confirmationTime: LenientSpecInstant,
  }),
  z.transform((leg): Leg => {
    const confirmedAt = leg.confirmedAt || leg.confirmationTime;
    const settled = leg.status ? ('won' as const) : ('lost' as const);
    return {
      fixtureId: leg.fixtureId ?? createStableId(leg.game, leg.startDateOfGame),
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

const SpecTip = z.pipe(
  z.extend(AnyId, {
    options: z.array(SpecLeg),
    totalOdds: z.optional(z.coerce.number()),
    creationTime: LenientSpecInstant,
    expiryTime: LenientSpecInstant,
    IsBooked: LenientSpecFlag,
    IsGameSuccessful: LenientSpecFlag,
    gameRankPercentage: z.optional(z.coerce.number()),
    stake: LenientSpecAmount,
  }),
  z.transform((tip): Tip => {
    const counts = countsOf(tip.options);
    const product = totalOddsOf(tip.options);
    return {
      id: idOf(tip),
      tipsterId: '',
      tipsterName: '',
      options: tip.options,
      // A spec-only backend may multiply the priced legs only.
      totalOdds: product === unpricedOdd ? unpricedOdd : (tip.totalOdds ?? product),
      creationTime: tip.creationTime || epoch,
      expiryTime: tip.expiryTime || tip.creationTime || epoch,
      IsBooked: tip.IsBooked,
      IsGameSuccessful: tip.IsGameSuccessful,
      outcome: outcomeOf(tip.options),
      totalGamesWon: counts.won,
      totalGamesLost: counts.lost,
      gameRankPercentage: tip.gameRankPercentage ?? tipScorePercentage(tip.options) ?? 0,
      version: 0,
      stake: tip.stake,
    };
  }),
);

const SpecMember = z.extend(AnyId, {
  email: LenientSpecText,
  userName: LenientSpecText,
  firstName: LenientSpecText,
  lastName: LenientSpecText,
  country: LenientSpecText,
  state: LenientSpecText,
  address: LenientSpecText,
  phoneNumber: LenientSpecText,
  picture: LenientSpecPicture,
  createdAt: LenientSpecInstant,
  isTipster: LenientSpecFlag,
  tips: lenientField((raw) => listSchema(SpecTip).safeParse(raw).data ?? []),
});

/** Parses a tipster; a spec-only backend has no records. */
const SpecTipster = z.pipe(
  SpecMember,
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

const SpecProfile = z.pipe(
  SpecMember,
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
    // A spec-only backend does not send `emailVerified`; it refuses unverified members itself.
    emailVerified: true,
    role: 'administrator',
    createdAt: member.createdAt || epoch,
  })),
);

const epoch = new Date(0).toISOString();

const UnparsedSpecList = listSchema(z.unknown());
const specRowSchemas = {
  list: UnparsedSpecList,
  tip: SpecTip,
  tipster: SpecTipster,
  profile: SpecProfile,
};

/** Fields in which a backend may wrap a created object. */
const wrapperFields = ['data', 'tip', 'ticket', 'result'] as const;

/** The id of the created tip in a response; undefined if no tip there equals the sent tip. */
function findCreatedId(reply: unknown, row: OperationRow): string | undefined {
  const sent = payloadOfKind(row, 'tip.post');
  const created = sent && parseReplyTips(reply).find((tip) => isSentTip(tip, sent));
  return created === undefined || created.id === '' ? undefined : created.id;
}

/** Tips in a response: the response itself or the value of a wrapper field, but not a list. */
function parseReplyTips(reply: unknown): Tip[] {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return [];
  const fields = new Map<string, unknown>(Object.entries(reply));
  return [reply, ...wrapperFields.map((name) => fields.get(name))].flatMap(
    (each) => SpecTip.safeParse(each).data ?? [],
  );
}

function isSentTip(tip: Tip, sent: PayloadOf<'tip.post'>): boolean {
  const hasTimes = tip.options.every(({ startDateOfGame }) => startDateOfGame !== epoch);
  return hasTimes && isSameTip(tip, sent);
}

function idOf({ id, _id }: z.infer<typeof AnyId>): string {
  const rawId = id ?? _id;
  return typeof rawId === 'string' || typeof rawId === 'number' ? String(rawId) : '';
}

/** Converts a time in any format to ISO 8601; an empty text if invalid. */
function toInstantText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  if (value === '' || value === 0 || value === '0') return '';
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
