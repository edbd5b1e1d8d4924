import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

import {
  followTipster,
  followedTipsters as followed,
  listTipsters,
  oneTipster,
  type Profile,
  ProfileEdit,
  saveProfile as saveProfileCall,
  saveProfileWithPicture,
  takeTimeOut,
} from '#contract/members.ts';
import { recentTipLimit } from '#contract/limits.ts';
import { ApiProblem } from '#contract/problem.ts';

import { createAttemptCounter } from '../auth/attempts.ts';
import type { AuthenticatedMember } from '../auth/sessions.ts';
import type { Database, Queryable } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { readFromStandby } from '../db/standby.ts';
import { initializeOperationCounters } from '../metrics/counters.ts';
import { runIdempotent, type CompleteAnswer } from '../operations/idempotency.ts';
import {
  type Operation,
  defineOperation,
  toMutationRequest,
  sendAnswer,
  serveOperations,
} from '../operations/operation.ts';
import { linkNextPage, createCursorCodec } from '../platform/list-page.ts';
import { validateInput, type RoutePlugin, serveRoute, serveWithEtag } from '../serve.ts';
import type { Services } from '../services.ts';
import { toPublicTip, type Viewer } from '../tips/presenter.ts';
import { readRecentTipsByOwner } from '../tips/queries.ts';
import { beginTimeOut } from './time-out.ts';
import { setFollowing } from './follow.ts';
import {
  removeUnusedPicture,
  maxProfileBodyBytes,
  profileFormLimits,
  readProfileForm,
  refuseInvalidProfile,
  saveProfile,
} from './profile.ts';
import { encodePicture } from './pictures.ts';
import { toTipster } from './presenter.ts';
import {
  readFollowedTipsters,
  readListedTipsters,
  toTipsterCursor,
  findTipsterById,
  TipsterPageCursor,
  type TipsterRow,
} from './queries.ts';

/** Timeout in milliseconds to upload the largest picture over a slow connection. */
const uploadTimeoutMs = 60_000;

/** Operations on a member's own data, except tips, for single calls and batches. */
export const memberOperations: readonly Operation[] = [
  defineOperation(followTipster, async (tx, { query, member, arrivedAt }) => {
    const body = { tipsterId: query.Id.toLowerCase(), following: query.isFollow === 'true' };
    await setFollowing(tx, { memberId: member.id, ...body }, arrivedAt);
    return { body };
  }),

  defineOperation(takeTimeOut, async (tx, { body, member, arrivedAt }) => {
    const until = await beginTimeOut(tx, member.id, body, arrivedAt);
    return { body: { until: until.toISOString() } };
  }),

  defineOperation(saveProfileCall, async (tx, { body, member, arrivedAt }) => {
    refuseInvalidProfile(body, member);
    const change = { edit: body, picture: undefined, now: arrivedAt };
    return { body: await saveProfile(tx, member, change) };
  }),
];

/** Routes for tipsters, follows and the member's own profile. */
export const memberRoutes: RoutePlugin = async (app, services) => {
  const { database, settings, clock } = services;
  const cursors = createCursorCodec('tipsters', TipsterPageCursor, settings.jwtSecret);
  const uploads = createAttemptCounter(services, { name: 'picture', maxAttempts: 30, minutes: 60 });
  await app.register(multipart, { limits: profileFormLimits, throwFileSizeLimit: true });

  serveWithEtag(app, listTipsters, async ({ query, member, request, reply }) => {
    const { category, limit, before } = query;
    const after = before === undefined ? undefined : cursors.read(before);
    const [rows, tipsOf] = await readFromStandby(services, member, async (nearby) => {
      const listed = await readListedTipsters(nearby, {
        minOdds: category,
        limit,
        after,
        at: clock(),
      });
      return [listed, await readTipsOfTipsters(nearby, listed)] as const;
    });
    linkNextPage({ request, reply, limit }, rows, (last) => cursors.write(toTipsterCursor(last)));
    return rows.map((row) => toTipster(row, tipsOf(row), member));
  });

  serveWithEtag(app, followed, async ({ query: { limit, before }, member, request, reply }) => {
    const rows = await readFollowedTipsters(database, member.id, { limit, before, at: clock() });
    linkNextPage({ request, reply, limit }, rows, ({ id }) => id);
    const tipsOf = await readTipsOfTipsters(database, rows);
    return rows.map((row) => toTipster(row, tipsOf(row), member));
  });

  serveWithEtag(app, oneTipster, async ({ params, member }) => {
    const row = await findTipsterById(database, params.id, { viewer: member, at: clock() });
    if (!row) throw new ApiProblem('not-found');
    const tipsOf = await readTipsOfTipsters(database, [row], member);
    const tipster = toTipster(row, tipsOf(row), member);
    if (member?.id !== row.id) return tipster;
    const { firstName, lastName, email, userName, showPhone, emailVerifiedAt } = row;
    return {
      ...tipster,
      // The stored names, for the form; clients recognise by empty names that there is no profile.
      firstName,
      lastName,
      email,
      userName,
      showPhone,
      emailVerified: emailVerifiedAt !== null,
    };
  });

  serveOperations(app, services, memberOperations);
  initializeOperationCounters(saveProfileWithPicture);

  serveRoute(
    app,
    saveProfileWithPicture,
    async ({ member, request, reply }) => {
      await uploads.count(member.id);
      return sendAnswer(reply, await saveProfileForm(services, request, member));
    },
    { bodyLimit: maxProfileBodyBytes, handlerTimeout: uploadTimeoutMs },
  );
};

/** Reads the newest tips of each of these tipsters, as the viewer may see them. */
async function readTipsOfTipsters(
  database: Queryable,
  rows: readonly TipsterRow[],
  viewer?: Viewer,
) {
  const ids = rows.map(({ id }) => id);
  const byOwner = await readRecentTipsByOwner(database, ids, recentTipLimit);
  return ({ id }: TipsterRow) => (byOwner.get(id) ?? []).map((tip) => toPublicTip(tip, viewer));
}

/** Saves a profile form with its picture, and deletes the replaced picture. */
async function saveProfileForm(
  services: Services,
  request: FastifyRequest,
  member: AuthenticatedMember,
): Promise<CompleteAnswer<Profile>> {
  const { database, clock } = services;
  const { fields, upload } = await readProfileForm(request);
  const edit = validateInput(ProfileEdit, fields);
  const picture = upload && (await encodePicture(upload));
  const before = await readPictureHash(database, member.id);

  const mutation = toMutationRequest(request, member, clock(), {
    fields,
    picture: upload && createHash('sha256').update(upload).digest('base64url'),
  });
  const answer = await runIdempotent(
    services,
    saveProfileWithPicture,
    mutation,
    async (tx, { arrivedAt }) => {
      refuseInvalidProfile(edit, member);
      return { body: await saveProfile(tx, member, { edit, picture, now: arrivedAt }) };
    },
  );
  if (picture && before && before !== picture.hash) await removeUnusedPicture(database, before);
  return answer;
}

async function readPictureHash(database: Database, memberId: string): Promise<string | null> {
  const [row] = await database
    .select({ hash: members.pictureHash })
    .from(members)
    .where(eq(members.id, memberId));
  return row?.hash ?? null;
}
