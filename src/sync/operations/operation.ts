import type * as z from 'zod/mini';
import type { DeskFixture } from '#contract/desk.ts';
import type { Profile } from '#contract/members.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { Route } from '#contract/route.ts';
import type { Tip } from '#contract/tips.ts';
import { tipSubject } from '../outbox/subjects.ts';
import type { FollowRow } from '../storage/member-store.ts';
import type { FrozenRequest, OperationRow } from '../outbox/operation-row.ts';

/** A request before it is serialized. */
export type OperationRequest = {
  route: Route;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: FrozenRequest['form'];
  file?: FrozenRequest['file'];
};

/** The version of all payloads; a row with a higher one waits for a newer build. */
export const payloadVersion = 1;

type EarlierOperation = { kind: string; payload: unknown };

/**
 * The result of merging an unsent operation with a new one: nothing remains, the new one with this
 * payload, or the earlier one reduced to `remaining` by an undo. `undefined` keeps both. `apart`
 * keeps both and continues with the operation before, because the two are about different things.
 * `replacement` also removes a refused operation, of which nothing is taken, and `remaining` also
 * reduces one.
 */
export type MergeOutcome<Payload> =
  | 'nothing'
  | 'apart'
  | { payload: Payload }
  | { replacement: Payload }
  | { remaining: unknown }
  | undefined;

type OperationBase<Payload> = {
  payload: z.ZodMiniType<Payload>;
  /** The id chosen on the device for the object that the operation creates. */
  id?(payload: Payload): string;
  /**
   * All that it changes or depends on, its main subject first: it waits for every earlier unfinished
   * operation that shares one.
   */
  subjects(payload: Payload): string[];
  /** Time of expiry in milliseconds since 1970; the earliest is sent first. */
  deadline?(payload: Payload): number;
  /** Merges a new operation with an earlier one of a common subject that is unsent or refused. */
  merge?(earlier: EarlierOperation, payload: Payload): MergeOutcome<Payload>;
  /** The location of the changed row: the member's pull, an administrator's list, or the desk. */
  rows: 'own' | 'others' | 'desk';
  /** The version of the subject that the payload was made from, if the payload contains it. */
  version?(payload: Payload): number;
  /** True if it removes its tip. */
  removesTip?: true;
  /** True if it removes the text of its tip, which public lists may contain until their refresh. */
  removesText?: true;
  /**
   * True if a repetition changes nothing on any backend: it is sent again after a lost response.
   */
  repeatable?: true;
  /** The problem code for a subject that already has the requested state. */
  alreadyDoneCode?: ProblemCode;
  /** True if a spec-only backend has no such call. */
  isTouchlineOnly?: true;
  /** True if a time-out forbids it. */
  lockedInTimeOut?: true;
  /** True if its member cannot discard it, even before it is sent. */
  irrevocable?: true;
  /** Maps the ids of the tips that the payload names, for the retry of a refused post. */
  mapTipIds?(payload: Payload, toId: (id: string) => string): Payload;
  /**
   * The request to a Touchline server; `entityId` is the backend's id of its tip, and
   * `version` that of the subject after this device's own changes.
   */
  request(payload: Payload, entityId?: string, version?: number): OperationRequest;
};

/** A change of a tip; the effect is `undefined` if no tip results. */
export type TipOperation<Payload> = OperationBase<Payload> & {
  about: 'tip';
  effect(tip: Tip | undefined, payload: Payload, row: OperationRow): Tip | undefined;
};

/** Shared members of operations on one existing tip. */
export const tipOperationBase = {
  about: 'tip',
  subjects: ({ tipId }: { tipId: string }) => [tipSubject(tipId)],
  mapTipIds: <Payload extends { tipId: string }>(
    payload: Payload,
    toId: (id: string) => string,
  ): Payload => ({ ...payload, tipId: toId(payload.tipId) }),
} as const;

/** A change of the member's own profile. */
export type ProfileOperation<Payload> = OperationBase<Payload> & {
  about: 'profile';
  effect(profile: Profile | undefined, payload: Payload, row: OperationRow): Profile | undefined;
};

/** A change of the tipsters that the member follows. */
export type FollowOperation<Payload> = OperationBase<Payload> & {
  about: 'follow';
  effect(follow: FollowRow | undefined, payload: Payload, row: OperationRow): FollowRow | undefined;
};

/** An administrator's change of many tickets at once. */
export type DeskOperation<Payload> = OperationBase<Payload> & {
  about: 'desk';
  /** The changed ticket; undefined if it is unaffected. */
  effect(tip: Tip, payload: Payload, row: OperationRow): Tip | undefined;
  /** The changed fixture at the desk. */
  fixtureEffect?(fixture: DeskFixture, payload: Payload, row: OperationRow): DeskFixture;
  /** True if the fixture in a conflict's problem already has the requested state. */
  isAchieved?(payload: Payload, fixture: DeskFixture): boolean;
  /** The payload for repeating it after the administrator saw this fixture. */
  rebasePayload?(payload: Payload, fixture: DeskFixture): Payload;
};

/** A change that can be queued, with payload, request and effect. */
export type Operation<Payload = unknown> =
  | TipOperation<Payload>
  | ProfileOperation<Payload>
  | FollowOperation<Payload>
  | DeskOperation<Payload>;
