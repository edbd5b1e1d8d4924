import type { FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';
import type { LegChange as SentChange } from '#contract/tips.ts';
import { oddNameOf, optionWithId } from '#domain/catalogue.ts';
import type { Fact } from '#domain/fact.ts';
import { gameName } from '#domain/fixture.ts';
import { decide, type DecidingProblem, proposal, type Settlement } from '#domain/settlement.ts';
import { changePrice, type DecidedResult, type LegResult } from '#domain/tip.ts';

import { formProblem, parseJson } from '../body.ts';
import { matchOf } from '../fixtures/presenter.ts';
import { reasonOf } from './presenter.ts';
import type { LegRow } from './queries.ts';

/**
 * A leg before and after, and the reason that was given. `decidedBy` is whose decision it is again, where
 * that was taken before this change; `act` is what it was decided by together with others.
 */
export type LegChange = {
  before: LegRow;
  after: LegRow;
  reason: string;
  decidedBy?: string | null;
  act?: string;
};

type Decision = Pick<LegRow, 'result' | 'decidedVersion'>;

/** Whether a change of a leg decides it: as another result, or by another version of its game. */
export function isDecision({ before, after }: Record<'before' | 'after', Decision>): boolean {
  return before.result !== after.result || before.decidedVersion !== after.decidedVersion;
}

/** What an administrator's edit changes: one entry for each leg that is not the same afterwards. */
export function changedLegs(
  legs: readonly LegRow[],
  sent: readonly SentChange[],
  now: Date,
): LegChange[] {
  const meant = sent.map((change, index) => legMeant(legs, change, `options.${index}`));
  const twice = meant.findIndex((leg, index) => meant.indexOf(leg) < index);
  if (twice >= 0) refuse('invalid-input', `options.${twice}`, 'duplicate');

  return sent.flatMap((change, index) => {
    const before = meant[index];
    return (before && changedLeg(before, change, now, `options.${index}`)) ?? [];
  });
}

/** Whether all that is sent is so already. */
export function areSo(legs: readonly LegRow[], sent: readonly SentChange[]): boolean {
  return sent.every((change) => {
    const leg = legNamed(legs, change);
    const isPriced = change.odd === undefined || change.odd === leg?.odd;
    return leg !== undefined && isPriced && resultMeant(leg.result, change) === leg.result;
  });
}

/** What a change makes of a leg; undefined where that is what it was. `field` is named in a refusal. */
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

/** A leg decided again as it was, for a reason, by the result that its game has now. */
export function keptLeg(before: LegRow, reason: string, now: Date): LegChange {
  const words = reason.trim();
  const { fixtureVersion: decidedVersion } = before;
  const decision = { decidedAt: now, decidedVersion, reason: words, fact: null };
  const after = { ...before, ...decision, corrected: null };
  return { before, after, reason: words };
}

/** Whether an earlier result of its game decided a leg, and otherwise than the rules say now. */
export function isDecidedOtherwise(leg: LegRow, now: Date): boolean {
  const ruled = isDecidedEarlier(leg) ? ruledResult(leg, now) : undefined;
  return ruled !== undefined && ruled !== leg.result;
}

/** Whether a leg was decided by another result than its game has now. */
export function isDecidedEarlier({ result, decidedVersion, fixtureVersion }: LegRow): boolean {
  return result !== 'pending' && decidedVersion !== fixtureVersion;
}

/** What the rules say of a leg at a moment; undefined where they leave it to a person. */
export function ruledResult(leg: LegRow, at: Date): DecidedResult | undefined {
  const result = proposalFor(leg, at)?.result;
  return result === 'ask' ? undefined : result;
}

function proposalFor(leg: LegRow, at: Date): Settlement | undefined {
  const option = optionWithId(leg.oddsId);
  return option && proposal(option, matchOf({ ...leg, status: leg.fixtureStatus }), at);
}

/** The leg a change is about. A game, group or option that is not the leg's own changes nothing. */
function legMeant(legs: readonly LegRow[], change: SentChange, field: string): LegRow {
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
  const result = resultMeant(leg.result, change);
  if (result === leg.result) return leg;
  const decision =
    result === 'pending'
      ? { decidedAt: null, decidedVersion: null }
      : { decidedAt: now, decidedVersion: leg.fixtureVersion };
  // A correction is told of what it decided, and of nothing that is decided later.
  const decided = { ...leg, result, ...decision, reason: null, corrected: null };
  const byTheRules = { ...decided, fact: factFor({ ...leg, result }, now) };
  const words = change.reason?.trim() ?? '';
  const isOwn = words !== '' && !isSentBack(leg, change, words) && words !== reasonOf(byTheRules);
  refuseDecision({ ...leg, result }, { now, field, reason: isOwn ? words : '' });
  return isOwn ? { ...decided, reason: words, fact: null } : byTheRules;
}

/**
 * A client of the plain API sends back the sentence that stands, and says by its status what it
 * means. Whoever names another result may decide it for the reason that a person gave before.
 */
function isSentBack(leg: LegRow, { result }: SentChange, words: string): boolean {
  const isNamed = result !== undefined && result !== leg.result;
  return words === reasonOf(leg) && (leg.reason === null || !isNamed);
}

type Deciding = { now: Date; field: string; reason: string };

/** Refuses what nobody may decide yet, or not without saying why. */
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

/** Says why a decision is none, and what of it is wrong. */
export function undecidable(problem: DecidingProblem, field: string): ApiProblem {
  const wrong = problem === 'decision-needs-reason' ? 'reason' : 'result';
  return new ApiProblem(problem, { errors: { [`${field}.${wrong}`]: [problem] } });
}

/** Why a result is what the rules propose from all that is known here; null where it is not. */
function factFor(leg: LegRow, now: Date): Fact | null {
  const proposed = proposalFor(leg, now);
  return proposed?.result === leg.result ? proposed.fact : null;
}

/**
 * What differs from the current result is what was changed: a client that sends all it knows back says
 * the old result beside the new status. A status of false means nothing, as it is that of every leg
 * nobody has looked at.
 */
function resultMeant(current: LegResult, { result, status }: SentChange): LegResult {
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
