import type { FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';
import type { LegChange as SentChange } from '#contract/tips.ts';
import { oddNameOf, findOptionById } from '#domain/catalogue.ts';
import type { SettlementFact } from '#domain/settlement/settlement-fact.ts';
import { gameName } from '#domain/fixture.ts';
import {
  validateDecision,
  type DecisionProblem,
  proposeSettlement,
  type Settlement,
} from '#domain/settlement/settlement.ts';
import { changePrice, type DecidedResult, type LegResult } from '#domain/tip.ts';

import { toFormProblem, parseJson } from '../platform/body.ts';
import { toMatchFacts } from '../fixtures/presenter.ts';
import { toReasonText } from './presenter.ts';
import type { LegRow } from './queries.ts';

/**
 * A leg before and after a change, with the reason. `isUndo` restores an earlier decision with its
 * author and time; `act` is the id of the action that made the decision.
 */
export type AppliedLegChange = {
  before: LegRow;
  after: LegRow;
  reason: string;
  isUndo?: true;
  act?: string;
};

type LegDecision = Pick<LegRow, 'result' | 'decidedVersion'>;

/** True if a change decides a leg: the result or the game version that decided it is different. */
export function isNewDecision({ before, after }: Record<'before' | 'after', LegDecision>): boolean {
  return before.result !== after.result || before.decidedVersion !== after.decidedVersion;
}

/** Applies an administrator's edit; returns one entry per leg that changes. */
export function applyLegChanges(
  legs: readonly LegRow[],
  sent: readonly SentChange[],
  now: Date,
): AppliedLegChange[] {
  const matched = sent.map((change, index) => requireLegOfChange(legs, change, `options.${index}`));
  const duplicate = matched.findIndex((leg, index) => matched.indexOf(leg) < index);
  if (duplicate >= 0) throwFieldProblem('invalid-input', `options.${duplicate}`, 'duplicate');

  return sent.flatMap((change, index) => {
    const before = matched[index];
    return (before && applyLegChange(before, change, now, `options.${index}`)) ?? [];
  });
}

/** True if all sent values equal the stored ones. */
export function areLegChangesApplied(
  legs: readonly LegRow[],
  sent: readonly SentChange[],
): boolean {
  return sent.every((change) => {
    const leg = findLegOfChange(legs, change);
    const isPriced = change.odd === undefined || change.odd === leg?.odd;
    return leg !== undefined && isPriced && findRequestedResult(leg.result, change) === leg.result;
  });
}

/**
 * Applies a change to a leg; undefined if nothing changes. `field` is the field name for a refusal.
 */
export function applyLegChange(
  before: LegRow,
  change: SentChange,
  now: Date,
  field: string,
): AppliedLegChange | undefined {
  const priced = applyPrice(before, change, now, field);
  const after = applyResult(priced, change, now, field);
  return hasSamePriceAndResult(before, after)
    ? undefined
    : { before, after, reason: change.reason?.trim() ?? '' };
}

/** Repeats a leg's decision for the current result of its game, with a reason. */
export function renewLegDecision(before: LegRow, reason: string, now: Date): AppliedLegChange {
  const text = reason.trim();
  const { fixtureVersion: decidedVersion } = before;
  const decision = { decidedAt: now, decidedVersion, reason: text, fact: null };
  const after = { ...before, ...decision, corrected: null };
  return { before, after, reason: text };
}

/** True if an earlier result decided the leg and the rules now decide differently. */
export function hasOutdatedDecision(leg: LegRow, now: Date): boolean {
  const ruled = isDecidedByOldVersion(leg) ? findResultByRules(leg, now) : undefined;
  return ruled !== undefined && ruled !== leg.result;
}

/** True if the leg was decided by a version of its game's result that is not the current one. */
export function isDecidedByOldVersion({ result, decidedVersion, fixtureVersion }: LegRow): boolean {
  return result !== 'pending' && decidedVersion !== fixtureVersion;
}

/** Returns the result that the rules give at an instant; undefined if a person must decide. */
export function findResultByRules(leg: LegRow, at: Date): DecidedResult | undefined {
  const result = proposeLegSettlement(leg, at)?.result;
  return result === 'ask' ? undefined : result;
}

function proposeLegSettlement(leg: LegRow, at: Date): Settlement | undefined {
  const option = findOptionById(leg.oddsId);
  return (
    option && proposeSettlement(option, toMatchFacts({ ...leg, status: leg.fixtureStatus }), at)
  );
}

/** Finds the leg of a change; refuses a change with another game, group or option. */
function requireLegOfChange(legs: readonly LegRow[], change: SentChange, field: string): LegRow {
  const leg = findLegOfChange(legs, change);
  if (!leg) return throwFieldProblem('unknown-leg', field, 'unknown-leg');

  const own = { game: toGameText(leg), ...toOptionNames(leg) };
  for (const name of ['game', 'group', 'oddName'] as const) {
    const text = change[name];
    if (text !== undefined && normalizeSpaces(text) !== own[name]) {
      throwFieldProblem('invalid-input', `${field}.${name}`, 'mismatch');
    }
  }
  return leg;
}

function findLegOfChange(
  legs: readonly LegRow[],
  { fixtureId, game }: Pick<SentChange, 'fixtureId' | 'game'>,
): LegRow | undefined {
  return legs.find((each) =>
    fixtureId === undefined
      ? toGameText(each) === normalizeSpaces(game ?? '')
      : each.fixtureId === fixtureId,
  );
}

function applyPrice(leg: LegRow, { odd, reason }: SentChange, now: Date, field: string): LegRow {
  if (odd === undefined || odd === leg.odd) return leg;
  const checked = changePrice({ ...leg, tipConfirmedAt: null }, odd, now, reason);
  if (checked.allowed)
    return { ...leg, odd, ...(checked.value.entersRecord && { kickOffOdd: odd }) };
  const wrong = checked.problem === 'reason-required' ? 'reason' : 'odd';
  return throwFieldProblem(checked.problem, `${field}.${wrong}`, checked.problem);
}

function applyResult(leg: LegRow, change: SentChange, now: Date, field: string): LegRow {
  const result = findRequestedResult(leg.result, change);
  if (result === leg.result) return leg;
  const decision =
    result === 'pending'
      ? { decidedAt: null, decidedVersion: null }
      : { decidedAt: now, decidedVersion: leg.fixtureVersion };
  // `corrected` describes only the last correction, so a new decision resets it.
  const decided = { ...leg, result, ...decision, reason: null, corrected: null };
  const byTheRules = { ...decided, fact: findProposedFact({ ...leg, result }, now) };
  const text = change.reason?.trim() ?? '';
  const isOwn =
    text !== '' && !isStoredReason(leg, change, text) && text !== toReasonText(byTheRules);
  refuseInvalidDecision({ ...leg, result }, { now, field, reason: isOwn ? text : '' });
  return isOwn ? { ...decided, reason: text, fact: null } : byTheRules;
}

/**
 * True if the reason equals the stored one, which API clients that send all fields return. With
 * another result, a reason that a person wrote is new.
 */
function isStoredReason(leg: LegRow, { result }: SentChange, text: string): boolean {
  const isNamed = result !== undefined && result !== leg.result;
  return text === toReasonText(leg) && (leg.reason === null || !isNamed);
}

type DecisionContext = { now: Date; field: string; reason: string };

/** Refuses a decision that is too early or lacks a required reason. */
function refuseInvalidDecision(leg: LegRow, { now, field, reason }: DecisionContext): void {
  const option = findOptionById(leg.oddsId);
  if (!option || leg.result === 'pending') return;
  const checked = validateDecision(
    option,
    toMatchFacts({ ...leg, status: leg.fixtureStatus }),
    leg.result,
    now,
    reason,
  );
  if (!checked.allowed) throw createDecisionProblem(checked.problem, field);
}

/** Creates the problem of a refused decision, with the error of its field. */
export function createDecisionProblem(problem: DecisionProblem, field: string): ApiProblem {
  const wrong = problem === 'decision-needs-reason' ? 'reason' : 'result';
  return new ApiProblem(problem, { errors: { [`${field}.${wrong}`]: [problem] } });
}

/** Returns the fact of the rule if the rules propose the leg's result, else null. */
function findProposedFact(leg: LegRow, now: Date): SettlementFact | null {
  const proposed = proposeLegSettlement(leg, now);
  return proposed?.result === leg.result ? proposed.fact : null;
}

/**
 * Returns the result that a change requests. A `result` that equals the current one is ignored:
 * clients that send all fields send it beside a new `status`. A false `status` is ignored, because
 * undecided legs also have it.
 */
function findRequestedResult(current: LegResult, { result, status }: SentChange): LegResult {
  if (result !== undefined && result !== current) return result;
  return status === true ? 'won' : current;
}

function hasSamePriceAndResult(before: LegRow, after: LegRow): boolean {
  return before.odd === after.odd && before.result === after.result;
}

function toOptionNames({ oddsId }: LegRow): { group?: string; oddName?: string } {
  const option = findOptionById(oddsId);
  return option
    ? { group: normalizeSpaces(option.oddsGroup), oddName: normalizeSpaces(oddNameOf(option)) }
    : {};
}

function toGameText({ home, away }: LegRow): string {
  return normalizeSpaces(gameName(home, away));
}

function normalizeSpaces(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function throwFieldProblem(code: ApiProblem['code'], field: string, wrong: string): never {
  throw new ApiProblem(code, { errors: { [field]: [wrong] } });
}

/** Reads the body of an edit: JSON, or a form with JSON text in its field `options`. */
export async function readEditBody(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const body: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' || part.fieldname in body) {
        throw new ApiProblem('invalid-input', { errors: { [part.fieldname]: ['unknown-field'] } });
      }
      if (part.valueTruncated) throw new ApiProblem('too-large');
      body[part.fieldname] =
        part.fieldname === 'options' ? parseOptionsField(part.value) : part.value;
    }
  } catch (error) {
    throw toFormProblem(error);
  }
  return body;
}

function parseOptionsField(value: unknown): unknown {
  try {
    return typeof value === 'string' ? parseJson(Buffer.from(value)) : value;
  } catch (error) {
    throw new ApiProblem('invalid-json', {}, { cause: error });
  }
}
