import type { FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';
import type { LegChange as SentChange } from '#contract/tips.ts';
import { oddNameOf, optionWithId } from '#domain/catalogue.ts';
import type { Fact } from '#domain/settlement/fact.ts';
import { gameName } from '#domain/fixture.ts';
import {
  decide,
  type DecidingProblem,
  proposal,
  type Settlement,
} from '#domain/settlement/settlement.ts';
import { changePrice, type DecidedResult, type LegResult } from '#domain/tip.ts';

import { formProblem, parseJson } from '../platform/body.ts';
import { matchOf } from '../fixtures/presenter.ts';
import { reasonOf } from './presenter.ts';
import type { LegRow } from './queries.ts';

/**
 * A leg before and after a change, with its reason. `isUndo` restores an earlier decision with its
 * author and time; `act` groups decisions that were made by one action.
 */
export type LegChange = {
  before: LegRow;
  after: LegRow;
  reason: string;
  isUndo?: true;
  act?: string;
};

type Decision = Pick<LegRow, 'result' | 'decidedVersion'>;

/** True if a change decides a leg: by another result, or by another version of its game. */
export function isDecision({ before, after }: Record<'before' | 'after', Decision>): boolean {
  return before.result !== after.result || before.decidedVersion !== after.decidedVersion;
}

/**
 * Returns the changes of an administrator's edit: one entry for each leg that differs afterwards.
 */
export function changedLegs(
  legs: readonly LegRow[],
  sent: readonly SentChange[],
  now: Date,
): LegChange[] {
  const matched = sent.map((change, index) => findLeg(legs, change, `options.${index}`));
  const duplicate = matched.findIndex((leg, index) => matched.indexOf(leg) < index);
  if (duplicate >= 0) refuse('invalid-input', `options.${duplicate}`, 'duplicate');

  return sent.flatMap((change, index) => {
    const before = matched[index];
    return (before && changedLeg(before, change, now, `options.${index}`)) ?? [];
  });
}

/** True if every sent value equals the stored one. */
export function areAlreadyApplied(legs: readonly LegRow[], sent: readonly SentChange[]): boolean {
  return sent.every((change) => {
    const leg = legNamed(legs, change);
    const isPriced = change.odd === undefined || change.odd === leg?.odd;
    return leg !== undefined && isPriced && requestedResult(leg.result, change) === leg.result;
  });
}

/**
 * Applies a change to a leg; undefined if the leg stays the same. `field` is the name of the field
 * in a refusal.
 */
export function changedLeg(
  before: LegRow,
  change: SentChange,
  now: Date,
  field: string,
): LegChange | undefined {
  const priced = price(before, change, now, field);
  const after = settle(priced, change, now, field);
  return isSame(before, after) ? undefined : { before, after, reason: change.reason?.trim() ?? '' };
}

/** Confirms the leg's decision with a reason, by the current result of its game. */
export function keptLeg(before: LegRow, reason: string, now: Date): LegChange {
  const words = reason.trim();
  const { fixtureVersion: decidedVersion } = before;
  const decision = { decidedAt: now, decidedVersion, reason: words, fact: null };
  const after = { ...before, ...decision, corrected: null };
  return { before, after, reason: words };
}

/**
 * True if a leg was decided by an earlier result of its game, and the rules now give another
 * decision.
 */
export function isDecidedOtherwise(leg: LegRow, now: Date): boolean {
  const ruled = isDecidedEarlier(leg) ? ruledResult(leg, now) : undefined;
  return ruled !== undefined && ruled !== leg.result;
}

/** True if a leg was decided by another version of its game than the current one. */
export function isDecidedEarlier({ result, decidedVersion, fixtureVersion }: LegRow): boolean {
  return result !== 'pending' && decidedVersion !== fixtureVersion;
}

/** Returns the result by the rules at a moment; undefined if the rules leave it to a person. */
export function ruledResult(leg: LegRow, at: Date): DecidedResult | undefined {
  const result = proposalFor(leg, at)?.result;
  return result === 'ask' ? undefined : result;
}

function proposalFor(leg: LegRow, at: Date): Settlement | undefined {
  const option = optionWithId(leg.oddsId);
  return option && proposal(option, matchOf({ ...leg, status: leg.fixtureStatus }), at);
}

/** Finds the leg of a change. Game, group and option must be the leg's own; they change nothing. */
function findLeg(legs: readonly LegRow[], change: SentChange, field: string): LegRow {
  const leg = legNamed(legs, change);
  if (!leg) return refuse('unknown-leg', field, 'unknown-leg');

  const own = { game: gameOf(leg), ...optionOf(leg) };
  for (const name of ['game', 'group', 'oddName'] as const) {
    const text = change[name];
    if (text !== undefined && plain(text) !== own[name]) {
      refuse('invalid-input', `${field}.${name}`, 'mismatch');
    }
  }
  return leg;
}

function legNamed(
  legs: readonly LegRow[],
  { fixtureId, game }: Pick<SentChange, 'fixtureId' | 'game'>,
): LegRow | undefined {
  return legs.find((each) =>
    fixtureId === undefined ? gameOf(each) === plain(game ?? '') : each.fixtureId === fixtureId,
  );
}

function price(leg: LegRow, { odd, reason }: SentChange, now: Date, field: string): LegRow {
  if (odd === undefined || odd === leg.odd) return leg;
  const checked = changePrice({ ...leg, tipConfirmedAt: null }, odd, now, reason);
  if (checked.allowed)
    return { ...leg, odd, ...(checked.value.entersRecord && { kickOffOdd: odd }) };
  const wrong = checked.problem === 'reason-required' ? 'reason' : 'odd';
  return refuse(checked.problem, `${field}.${wrong}`, checked.problem);
}

function settle(leg: LegRow, change: SentChange, now: Date, field: string): LegRow {
  const result = requestedResult(leg.result, change);
  if (result === leg.result) return leg;
  const decision =
    result === 'pending'
      ? { decidedAt: null, decidedVersion: null }
      : { decidedAt: now, decidedVersion: leg.fixtureVersion };
  // A correction notice names what this change decided, and nothing that is decided later.
  const decided = { ...leg, result, ...decision, reason: null, corrected: null };
  const byTheRules = { ...decided, fact: factFor({ ...leg, result }, now) };
  const words = change.reason?.trim() ?? '';
  const isOwn = words !== '' && !isSentBack(leg, change, words) && words !== reasonOf(byTheRules);
  refuseDecision({ ...leg, result }, { now, field, reason: isOwn ? words : '' });
  return isOwn ? { ...decided, reason: words, fact: null } : byTheRules;
}

/**
 * True if the sentence is the stored one, sent back by a client of the plain API. A person's own
 * sentence counts as a new reason if another result is sent.
 */
function isSentBack(leg: LegRow, { result }: SentChange, words: string): boolean {
  const isNamed = result !== undefined && result !== leg.result;
  return words === reasonOf(leg) && (leg.reason === null || !isNamed);
}

type Deciding = { now: Date; field: string; reason: string };

/** Refuses a decision that is too early, or that lacks a required reason. */
function refuseDecision(leg: LegRow, { now, field, reason }: Deciding): void {
  const option = optionWithId(leg.oddsId);
  if (!option || leg.result === 'pending') return;
  const checked = decide(
    option,
    matchOf({ ...leg, status: leg.fixtureStatus }),
    leg.result,
    now,
    reason,
  );
  if (!checked.allowed) throw undecidable(checked.problem, field);
}

/** Builds the refusal of a decision with the error of its field. */
export function undecidable(problem: DecidingProblem, field: string): ApiProblem {
  const wrong = problem === 'decision-needs-reason' ? 'reason' : 'result';
  return new ApiProblem(problem, { errors: { [`${field}.${wrong}`]: [problem] } });
}

/** Returns the fact by which the rules propose this result; null if they do not. */
function factFor(leg: LegRow, now: Date): Fact | null {
  const proposed = proposalFor(leg, now);
  return proposed?.result === leg.result ? proposed.fact : null;
}

/**
 * Only a value that differs from the current one is a change: a client that returns all fields
 * sends the old result beside the new status. A status of false is ignored, as undecided legs have
 * it, too.
 */
function requestedResult(current: LegResult, { result, status }: SentChange): LegResult {
  if (result !== undefined && result !== current) return result;
  return status === true ? 'won' : current;
}

function isSame(before: LegRow, after: LegRow): boolean {
  return before.odd === after.odd && before.result === after.result;
}

function optionOf({ oddsId }: LegRow): { group?: string; oddName?: string } {
  const option = optionWithId(oddsId);
  return option ? { group: plain(option.oddsGroup), oddName: plain(oddNameOf(option)) } : {};
}

function gameOf({ home, away }: LegRow): string {
  return plain(gameName(home, away));
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function refuse(code: ApiProblem['code'], field: string, wrong: string): never {
  throw new ApiProblem(code, { errors: { [field]: [wrong] } });
}

/** Reads the body of an edit: JSON, or a form whose `options` field is JSON text. */
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
