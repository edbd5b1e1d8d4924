import type * as z from 'zod/mini';
import type { Profile } from '#contract/members.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { Route } from '#contract/route.ts';
import type { Tip } from '#contract/tips.ts';
import type { Capabilities } from '../capabilities.ts';
import type { FollowRow, MemberStore } from '../member-store.ts';
import type { FrozenRequest, OperationRow } from '../operation-row.ts';

/** A request before it is bytes. */
export type OperationRequest = {
  route: Route;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** With a file the body's fields go beside it, as a form. */
  file?: FrozenRequest['file'];
};

/** The operation before a new one in its lane, which nobody has sent yet. */
type Earlier = { kind: string; payload: unknown };

/**
 * The result of joining an operation that was never sent with the one that follows it: nothing
 * remains of both, or one with this payload takes their place. `undefined` leaves them as they are.
 */
type Coalesced<Payload> = 'nothing' | { payload: Payload } | undefined;

type Common<Payload> = {
  /** The payload's version: a newer one than this build knows waits for a newer app. */
  v: number;
  payload: z.ZodMiniType<Payload>;
  /** The id chosen on the device, for what the operation creates. */
  id?(payload: Payload): string;
  /** Brings a payload of an older version one version up: pure, and kept for a year and more. */
  upcast?: { readonly [v: number]: (payload: unknown) => unknown };
  /** Operations of one lane go one after the other; lanes are independent. */
  lane(payload: Payload, memberId: string): string;
  /** The id of the tip, tipster or member whose view it changes. */
  subject(payload: Payload, memberId: string): string;
  /** When it stops making sense, in milliseconds; the soonest goes first. */
  deadline?(payload: Payload): number;
  /** Says all anew that these kinds say, so that it takes the place of a refused one in its lane. */
  absolute?: readonly string[];
  /** Joins a new operation with the one before it. The server row is as it is without both. */
  coalesce?(earlier: Earlier, payload: Payload, serverRow: unknown): Coalesced<Payload>;
  /** The server row it changes; asked only where it and an unsent one may cancel out. */
  serverRow?(store: MemberStore, payload: Payload): Promise<unknown>;
  /** Whether the changed row comes with the member's own pull or with an administrator's list. */
  rows: 'own' | 'others';
  /** What it is about is no longer there after it. */
  removes?: true;
  /** The problem that says that it has been done already. */
  achieved?: ProblemCode;
  /** What a backend must be able to do for it. */
  needs?: keyof Capabilities;
  /** Nobody does it during a time-out. */
  lockedInTimeOut?: true;
  /** Its person cannot take it back, even before it is sent. */
  irrevocable?: true;
  /** The same about another id: a refused creation tried again is a new thing. */
  retarget?(payload: Payload, id: string): Payload;
  /** Our own request; `entityId` is the id the backend knows the lane's tip by. */
  request(payload: Payload, entityId?: string): OperationRequest;
};

/** A change to a tip; its effect is `undefined` where there is none to change, or none any more. */
export type TipOperation<Payload> = Common<Payload> & {
  about: 'tip';
  effect(tip: Tip | undefined, payload: Payload, row: OperationRow): Tip | undefined;
};

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

/** What a member can do that must not be lost: its payload, its request, and its effect at once. */
export type Operation<Payload = unknown> =
  | TipOperation<Payload>
  | ProfileOperation<Payload>
  | FollowOperation<Payload>;
