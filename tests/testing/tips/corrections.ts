import { and, eq, like } from 'drizzle-orm';
import * as z from 'zod/mini';

import { oneTipster } from '#contract/members.ts';
import { findOptionByName } from '#domain/catalogue.ts';
import { audit } from '#server/db/schema.ts';

import type { RequestOptions } from '../server/api.ts';
import { hour } from '../clock/clock.ts';
import { confirms, setsResult, settles } from './desk.ts';
import { manyTips } from './many-tips.ts';
import type { Community, Game } from './tips.ts';

export const oddName = '1X2 - 1';
export const oddsId = findOptionByName(oddName)?.oddsId ?? 0;
export const reason = 'The score was a typing mistake.';
const lost = [{ oddsId, result: 'lost' }];

/**
 * Confirms tickets on a home win of a game that ended 5-0, then changes the result to 0-0 without
 * correcting the tickets. The first ticket was posted over the API.
 */
export async function aChangedGame(community: Community, count = 1) {
  const { aGame, aTip, clock, tipster, other } = community;
  const game = await aGame();
  const { id } = await aTip({ games: [game] });
  const by = [other, tipster];
  const more = count > 1 ? await manyTips(community, game, { count: count - 1, by, odd: 2 }) : [];
  clock.passes(4 * hour);
  await setsResult(community, game, { status: 'played', fullTime: [5, 0] });
  await settles(community, game, [{ oddName, result: 'won' }]);
  const ids = [id, ...more];
  await confirms(community, ids);
  await setsResult(community, game, { status: 'played', fullTime: [0, 0] });
  return { game, ids };
}

type Body = { version?: number; results?: object[]; reason?: string };

/** Sends an administrator's correction of the tickets on a game; returns the response. */
export async function corrects(
  { api, administrator }: Community,
  { id }: Pick<Game, 'id'>,
  { version = 3, results = lost, reason: why = reason }: Body = {},
  { token = administrator.token, ...rest }: Omit<RequestOptions, 'body'> = {},
) {
  const body = { version, results, reason: why };
  return api.post(`/api/admin/corrections/${id}`, { token, body, ...rest });
}

/** Returns the tipster's record as the API shows it. */
export async function recordIn({ api, tipster }: Community) {
  return z.parse(oneTipster.reply, (await api.get(`/api/tipsters/${tipster.id}`)).body).record;
}

/** Returns the audit entries of corrected legs. */
export async function corrected({ api }: Community) {
  const isOfTip = and(eq(audit.action, 'leg.correct'), like(audit.subject, 'tip:%'));
  return api.database.select().from(audit).where(isOfTip);
}

/** Returns the community after new logins of both administrators, whose sessions have expired. */
export async function later(community: Community): Promise<Community> {
  const { administrator, secondAdministrator, returns } = community;
  return {
    ...community,
    administrator: { ...administrator, ...(await returns(administrator)) },
    secondAdministrator: { ...secondAdministrator, ...(await returns(secondAdministrator)) },
  };
}
