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

/** The payload version of this build; a row with a higher version waits for a newer build. */
export const payloadVersion = 1;

type EarlierOperation = { kind: string; payload: unknown };

/**
 * Result of merging a new operation with an earlier one. `nothing` removes both operations.
 * `payload` and `replacement` remove the earlier one and change the new payload; `remaining` drops
 * the new one and reduces the earlier one to that payload. `apart` keeps both and tries the
 * previous operation; `undefined` keeps both. Only `replacement` and `remaining` apply to a refused
 * operation.
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
   * Everything that the operation changes or depends on, main subject first. The operation waits
   * for every earlier unfinished operation with a common subject.
   */
  subjects(payload: Payload): string[];
  /** Expiry in milliseconds since 1970; operations with the earliest deadline are sent first. */
  deadline?(payload: Payload): number;
  /** Merges a new operation with an earlier unsent or refused one that shares a subject. */
  merge?(earlier: EarlierOperation, payload: Payload): MergeOutcome<Payload>;
  /** The source of the changed rows: the member's pull, an administrator's list, or the desk. */
  rows: 'own' | 'others' | 'desk';
  /** The subject's version on which the payload is based. */
  version?(payload: Payload): number;
  /** True if the operation removes its tip. */
  removesTip?: true;
  /** True if the operation removes its tip's text, which stored public lists may still contain. */
  removesText?: true;
  /** The public row of the main subject that is refreshed after the operation's outcome. */
  refreshes?: 'tip';
  /** True if a repeated request changes nothing, so that a request without response is repeated. */
  repeatable?: true;
  /** The problem code of a backend whose subject already has the requested state. */
  alreadyDoneCode?: ProblemCode;
  /** True if a spec-only backend has no such call. */
  isTouchlineOnly?: true;
  /** True if a member cannot queue the operation during a time-out. */
  lockedInTimeOut?: true;
  /** True if the member cannot discard the operation, even before it is sent. */
  irrevocable?: true;
  /** Replaces tip ids in the payload, because a refused post is retried under a new id. */
  mapTipIds?(payload: Payload, toId: (id: string) => string): Payload;
  /**
   * Builds the request to a Touchline server; `entityId` is the backend's id of the tip, and
   * `version` is the subject's version after this device's own changes.
   */
  request(payload: Payload, entityId?: string, version?: number): OperationRequest;
};

/** A change of a tip; `effect` returns undefined if no tip remains. */
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

/** Types of the rows that operations with this `about` change, one row at a time. */
export type ChangedRows = { profile: Profile; follow: FollowRow };

/** A change of one row; the effect is `undefined` if no row results. */
export type RowOperation<
  About extends keyof ChangedRows,
  Payload = unknown,
> = OperationBase<Payload> & {
  about: About;
  effect(
    row: ChangedRows[About] | undefined,
    payload: Payload,
    operationRow: OperationRow,
  ): ChangedRows[About] | undefined;
};

/** An administrator's change of many tickets at once. */
export type DeskOperation<Payload> = OperationBase<Payload> & {
  about: 'desk';
  /** Returns the changed ticket; undefined if it does not change. */
  effect(tip: Tip, payload: Payload, row: OperationRow): Tip | undefined;
  /** Returns the changed fixture of the desk. */
  fixtureEffect?(fixture: DeskFixture, payload: Payload, row: OperationRow): DeskFixture;
  /** True if the fixture in a conflict's problem already has the requested state. */
  isAlreadyMade?(payload: Payload, fixture: DeskFixture): boolean;
  /** Returns the payload for a retry after the administrator saw this newer fixture. */
  rebasePayload?(payload: Payload, fixture: DeskFixture): Payload;
};

/** A change that can be queued, with payload, request and effect. */
export type Operation<Payload = unknown> =
  | TipOperation<Payload>
  | { [About in keyof ChangedRows]: RowOperation<About, Payload> }[keyof ChangedRows]
  | DeskOperation<Payload>;
