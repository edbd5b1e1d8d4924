import * as z from 'zod/mini';

import { isZone, pushedNoticeKinds } from '#domain/notice.ts';

import { route } from './route.ts';
import { atMost, Id } from './values.ts';

const Minute = z.int().check(z.gte(0), z.lte(24 * 60 - 1));

/** Hours in which nothing is pushed: minutes since midnight in a time zone, over midnight as well. */
export const Quiet = z.strictObject({
  from: Minute,
  until: Minute,
  zone: z.string().check(
    atMost(64),
    z.refine((zone) => isZone(zone), { params: { code: 'invalid' } }),
  ),
});

const Kinds = z.array(z.enum(pushedNoticeKinds)).check(z.maxLength(pushedNoticeKinds.length));

/**
 * What is pushed to a member. `publicKey` is what a browser subscribes with, null where this server pushes
 * nothing; `here` says whether this session's browser is subscribed, `tipsters` whose tips are pushed.
 */
export const pushChoices = route('GET', '/api/push', {
  summary: 'What is pushed to me',
  access: 'member',
  reply: z.object({
    publicKey: z.nullable(z.string()),
    here: z.boolean(),
    kinds: Kinds,
    quiet: z.nullable(Quiet),
    tipsters: z.array(Id),
  }),
});

/** Chooses which kinds of notices are pushed, and when none is. Nothing is before that. */
export const choosePush = route('PUT', '/api/push', {
  summary: 'Choose what is pushed to me',
  access: 'member',
  body: z.strictObject({ kinds: Kinds, quiet: z.nullable(Quiet) }),
  reply: z.object({ kinds: Kinds, quiet: z.nullable(Quiet) }),
});

/** Chooses whether the tips of a followed tipster are pushed; it ends with the follow. */
export const pushTipster = route('PUT', '/api/push/tipsters/:id', {
  summary: 'Push the tips of a followed tipster',
  access: 'member',
  params: z.object({ id: Id }),
  body: z.strictObject({ push: z.boolean() }),
  reply: z.object({ tipsterId: Id, push: z.boolean() }),
  problems: ['not-found'],
});

/** What a push says: codes alone. Every app has its own words for them, and its own page of the tip. */
export const PushMessage = z.object({ kind: z.enum(pushedNoticeKinds), tipId: Id });
export type PushMessage = z.infer<typeof PushMessage>;

/** A browser's subscription as it has it itself (`PushSubscription.toJSON`). */
export const PushSubscription = z.strictObject({
  endpoint: z.string().check(atMost(1000), z.url()),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.strictObject({
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
  }),
});

/**
 * Subscribes the browser that asks, for as long as its session lasts. Only services of browsers are
 * taken: the server sends nothing to an address of anybody's choice. `not-found` where it pushes nothing.
 */
export const subscribePush = route('PUT', '/api/push/subscriptions', {
  summary: 'Push to this browser',
  access: 'verified',
  body: PushSubscription,
  reply: z.object({ here: z.boolean() }),
  problems: ['not-found', 'invalid-input'],
});

/** Ends the subscription of the session that asks. */
export const unsubscribePush = route('DELETE', '/api/push/subscriptions', {
  summary: 'Push no more to this browser',
  access: 'member',
  reply: z.object({ here: z.boolean() }),
});
