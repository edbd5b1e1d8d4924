import * as z from 'zod/mini';

import { isTimeZone, pushedNoticeKinds } from '#domain/notice.ts';

import { route } from '../route.ts';
import { maxLengthCheck, Id } from '../values.ts';

const MinuteOfDay = z.int().check(z.gte(0), z.lte(24 * 60 - 1));

/** Hours without pushes, in minutes since midnight of a time zone; the hours may span midnight. */
export const PushQuietHours = z.strictObject({
  from: MinuteOfDay,
  until: MinuteOfDay,
  zone: z.string().check(
    maxLengthCheck(64),
    z.refine((zone) => isTimeZone(zone), { params: { code: 'invalid' } }),
  ),
});

const PushKinds = z.array(z.enum(pushedNoticeKinds)).check(z.maxLength(pushedNoticeKinds.length));

/**
 * Push settings of a member. `publicKey` is for subscribing, null if this server sends no pushes;
 * `here` is true if this session's browser is subscribed; `tipsters` are ids of tipsters whose tips
 * are pushed.
 */
export const pushSettings = route('GET', '/api/push', {
  summary: 'What is pushed to me',
  access: 'member',
  reply: z.object({
    publicKey: z.nullable(z.string()),
    here: z.boolean(),
    kinds: PushKinds,
    quiet: z.nullable(PushQuietHours),
    tipsters: z.array(Id),
  }),
});

/**
 * Sets the kinds of pushed notices and the quiet hours. Nothing is pushed before the first call.
 */
export const savePushSettings = route('PUT', '/api/push', {
  summary: 'Choose what is pushed to me',
  access: 'member',
  body: z.strictObject({ kinds: PushKinds, quiet: z.nullable(PushQuietHours) }),
  reply: z.object({ kinds: PushKinds, quiet: z.nullable(PushQuietHours) }),
});

/** Switches pushes of a followed tipster's tips on or off; unfollowing switches them off. */
export const pushTipster = route('PUT', '/api/push/tipsters/:id', {
  summary: 'Push the tips of a followed tipster',
  access: 'member',
  params: z.object({ id: Id }),
  body: z.strictObject({ push: z.boolean() }),
  reply: z.object({ tipsterId: Id, push: z.boolean() }),
  problems: ['not-found'],
});

/** The content of a push, without texts, because each client has its own texts. */
export const PushMessage = z.object({ kind: z.enum(pushedNoticeKinds), tipId: Id });
export type PushMessage = z.infer<typeof PushMessage>;

/** A browser's subscription, in the format of `PushSubscription.toJSON`. */
export const PushSubscription = z.strictObject({
  endpoint: z.string().check(maxLengthCheck(1000), z.url()),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.strictObject({
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
  }),
});

/**
 * Subscribes the session's browser until the session ends. Only known push services are accepted,
 * so that the server sends no requests to arbitrary hosts. `not-found` if the server sends no
 * pushes.
 */
export const subscribePush = route('PUT', '/api/push/subscriptions', {
  summary: 'Push to this browser',
  access: 'verified',
  body: PushSubscription,
  reply: z.object({ here: z.boolean() }),
  problems: ['not-found', 'invalid-input'],
});

/** Ends the subscription of the request's session. */
export const unsubscribePush = route('DELETE', '/api/push/subscriptions', {
  summary: 'Push no more to this browser',
  access: 'member',
  reply: z.object({ here: z.boolean() }),
});
