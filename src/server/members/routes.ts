import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { eq } from 'drizzle-orm';

import {
  followTipster,
  listTipsters,
  oneTipster,
  ProfileEdit,
  saveProfile as saveProfileCall,
  saveProfileWithPicture,
  takeTimeOut,
} from '#contract/members.ts';
import { recentTipLimit } from '#contract/limits.ts';
import { ApiProblem } from '#contract/problem.ts';

import { attempts } from '../auth/attempts.ts';
import { members } from '../db/schema.ts';
import { once } from '../operations/once.ts';
import {
  type Operation,
  operation,
  mutationOf,
  send,
  serveOperations,
} from '../operations/operation.ts';
import { page, signedPlaces } from '../page.ts';
import { checked, type Routes, serve } from '../serve.ts';
import { toTip } from '../tips/presenter.ts';
import { recentTipsOf } from '../tips/queries.ts';
import { beginTimeOut } from './time-out.ts';
import { setFollowing } from './follow.ts';
import {
  removePicture,
  formBodyLimit,
  formLimits,
  readForm,
  refuseUnfit,
  saveProfile,
} from './profile.ts';
import { pictureOf } from './pictures.ts';
import { toTipster } from './presenter.ts';
import { listedTipsters, placeOf, tipsterById, TipsterPlace } from './queries.ts';

/** Long enough for the largest picture over a slow line. */
const uploadTime = 60_000;

/** What a member changes of their own besides tips, alone or in a batch. */
export const memberOperations: readonly Operation[] = [
  operation(followTipster, async (tx, { query, member, receivedAt }) => {
    const body = { tipsterId: query.Id.toLowerCase(), following: query.isFollow === 'true' };
    await setFollowing(tx, { memberId: member.id, ...body }, receivedAt);
    return { body };
  }),

  operation(takeTimeOut, async (tx, { body, member, receivedAt }) => {
    const until = await beginTimeOut(tx, member.id, body, receivedAt);
    return { body: { until: until.toISOString() } };
  }),

  operation(saveProfileCall, async (tx, { body, member, receivedAt }) => {
    refuseUnfit(body, member);
    const change = { edit: body, picture: undefined, now: receivedAt };
    return { body: await saveProfile(tx, member, change) };
  }),
];

/** Tipsters, follows and one's own profile. */
export const memberRoutes: Routes = async (app, services) => {
  const { database, clock, settings } = services;
  const places = signedPlaces('tipsters', TipsterPlace, settings.jwtSecret);
  const uploads = attempts(clock, { most: 30, minutes: 60 });
  await app.register(multipart, { limits: formLimits, throwFileSizeLimit: true });

  serve(
    app,
    listTipsters,
    async ({ query: { category, limit, before }, member, request, reply }) => {
      const after = before === undefined ? undefined : places.read(before);
      const rows = await listedTipsters(database, { leastOdds: category, limit, after });
      const ids = rows.map(({ id }) => id);
      const tipsByOwner = await recentTipsOf(database, ids, recentTipLimit);
      page({ request, reply, limit }, rows, (last) => places.write(placeOf(last)));
      return rows.map((row) => {
        const tips = tipsByOwner.get(row.id) ?? [];
        return toTipster(
          row,
          tips.map((tip) => toTip(tip)),
          member,
        );
      });
    },
    { etag: true },
  );

  serve(
    app,
    oneTipster,
    async ({ params, member }) => {
      const row = await tipsterById(database, params.id, member);
      if (!row) throw new ApiProblem('not-found');
      const tips = (await recentTipsOf(database, [row.id], recentTipLimit)).get(row.id) ?? [];
      const tipster = toTipster(
        row,
        tips.map((tip) => toTip(tip, member)),
        member,
      );
      if (member?.id !== row.id) return tipster;
      const { email, userName, showPhone, emailVerifiedAt } = row;
      return { ...tipster, email, userName, showPhone, emailVerified: emailVerifiedAt !== null };
    },
    { etag: true },
  );

  serveOperations(app, services, memberOperations);

  serve(
    app,
    saveProfileWithPicture,
    async ({ member, request, reply }) => {
      uploads.count(member.id);
      const { fields, upload } = await readForm(request);
      const edit = checked(ProfileEdit, fields);
      const picture = upload && (await pictureOf(upload));
      const before = await pictureHashOf(member.id);

      const sent = { fields, picture: upload && digestOf(upload) };
      const mutation = mutationOf(request, member, clock(), sent);
      const answer = await once(
        services,
        saveProfileWithPicture,
        mutation,
        async (tx, { receivedAt }) => {
          refuseUnfit(edit, member);
          return { body: await saveProfile(tx, member, { edit, picture, now: receivedAt }) };
        },
      );
      if (picture && before && before !== picture.hash) await removePicture(database, before);
      return send(reply, answer);
    },
    { bodyLimit: formBodyLimit, handlerTimeout: uploadTime },
  );

  async function pictureHashOf(memberId: string): Promise<string | null | undefined> {
    const [row] = await database
      .select({ pictureHash: members.pictureHash })
      .from(members)
      .where(eq(members.id, memberId));
    return row?.pictureHash;
  }
};

function digestOf(upload: Buffer): string {
  return createHash('sha256').update(upload).digest('base64url');
}
