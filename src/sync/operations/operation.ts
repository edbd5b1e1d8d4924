import type * as z from 'zod/mini';
import type { DeskFixture } from '#contract/desk.ts';
import type { Profile } from '#contract/members.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { Route } from '#contract/route.ts';
import type { Tip } from '#contract/tips.ts';
import type { Capabilities } from '../backend/capabilities.ts';
import { tipLane } from '../outbox/lane.ts';
import type { FollowRow, MemberStore } from '../storage/member-store.ts';
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

type Earlier = { kind: string; payload: unknown };

/**
 * The result of joining an unsent operation with the next one: nothing, the next one with this payload, or
 * the earlier one with what is `left` of it where it is taken back, which also holds for a refused one.
 * `undefined` leaves both, and `apart` does where they are about different things, so that the next one may
 * still be joined with what was before.
 */
export type Coalesced<Payload> =
  | 'nothing'
  | 'apart'
  | { payload: Payload }
  | { left: unknown }
  | undefined;

type Common<Payload> = {
  /** The payload's version: a newer one waits for a newer app. */
  v: number;
  payload: z.ZodMiniType<Payload>;
  /** The id chosen on the device, for what the operation creates. */
  id?(payload: Payload): string;
  /** Upgrades a payload by one version; pure. */
  upcast?: { readonly [v: number]: (payload: unknown) => unknown };
  /** Operations of one lane are sent one after the other; lanes are independent. */
  lane(payload: Payload, memberId: string): string;
  /** The id of the tip, tipster or member it changes. */
  subject(payload: Payload, memberId: string): string;
  /** When it expires, in milliseconds; the soonest is sent first. */
  deadline?(payload: Payload): number;
  /** Contains all that these kinds contain, so that it replaces a refused one in its lane. */
  absolute?: readonly string[];
  /** Joins a new operation with the one before it; the server row is without both. */
  coalesce?(earlier: Earlier, payload: Payload, serverRow: unknown): Coalesced<Payload>;
  /** Reads the server row it changes, where it may cancel out with an unsent operation. */
  serverRow?(store: MemberStore, payload: Payload): Promise<unknown>;
  /** Whether the changed row is in the member's own pull, in an administrator's list or at the desk. */
  rows: 'own' | 'others' | 'desk';
  /** The version of its thing that the payload was made from, where it names one. */
  version?(payload: Payload): number;
  /**
   * Whether it is sent only after what was queued before it in this lane, unless that needs a decision
   * first. What goes by the version of a row also waits until that row contains it.
   */
  waitsFor?(lane: string, payload: Payload): boolean;
  /** It removes what it is about. */
  removes?: true;
  /** Done twice it is done once, also by a backend without keys: it is sent again after a lost answer. */
  repeatable?: true;
  /** The problem code for something that is already done. */
  achieved?: ProblemCode;
  /** The capability it needs. */
  needs?: keyof Capabilities;
  /** It is locked during a time-out. */
  lockedInTimeOut?: true;
  /** Its person cannot discard it, even before it is sent. */
  irrevocable?: true;
  /** The same payload for another id, for a refused creation that is retried. */
  retarget?(payload: Payload, id: string): Payload;
  /**
   * The own backend's request; `entityId` is the backend's id of the lane's tip, and `version` that of its
   * thing after this device's own changes.
   */
  request(payload: Payload, entityId?: string, version?: number): OperationRequest;
};

/** A change to a tip; its effect is `undefined` where there is no tip. */
export type TipOperation<Payload> = Common<Payload> & {
  about: 'tip';
  effect(tip: Tip | undefined, payload: Payload, row: OperationRow): Tip | undefined;
};

/** What the operations on one existing tip have in common. */
export const ofOneTip = {
  v: 1,
  about: 'tip',
  lane: ({ tipId }: { tipId: string }) => tipLane(tipId),
  subject: ({ tipId }: { tipId: string }) => tipId,
} as const;

/** A change to the member's own profile. */
export type ProfileOperation<Payload> = Common<Payload> & {
  about: 'profile';
  effect(profile: Profile | undefined, payload: Payload, row: OperationRow): Profile | undefined;
};

/** A change to whom the member follows. */
export type FollowOperation<Payload> = Common<Payload> & {
  about: 'follow';
  effect(follow: FollowRow | undefined, payload: Payload, row: OperationRow): FollowRow | undefined;
};

/** A change of many tickets at once, as administrators make it. */
export type DeskOperation<Payload> = Common<Payload> & {
  about: 'desk';
  /** The lanes of the fixtures or tips whose tickets it may change. */
  touches(payload: Payload): string[];
  /** What becomes of a ticket; undefined for one that it leaves alone. */
  effect(tip: Tip, payload: Payload, row: OperationRow): Tip | undefined;
  /** What becomes of its fixture at the desk. */
  fixtureEffect?(fixture: DeskFixture, payload: Payload, row: OperationRow): DeskFixture;
  /** Whether the fixture that a conflict shows is as it was asked for. */
  isAchieved?(payload: Payload, fixture: DeskFixture): boolean;
  /** The payload to do it all the same, after its person saw this fixture. */
  again?(payload: Payload, fixture: DeskFixture): Payload;
};

/** A change that can be queued: its payload, its request, and its effect. */
export type Operation<Payload = unknown> =
  | TipOperation<Payload>
  | ProfileOperation<Payload>
  | FollowOperation<Payload>
  | DeskOperation<Payload>;
