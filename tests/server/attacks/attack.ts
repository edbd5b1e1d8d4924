import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';

import type { Tip } from '#contract/tips.ts';
import { hashToken } from '#server/auth/mailed-links.ts';
import { emailChanges } from '#server/db/auth-tables.ts';
import { fixtures } from '#server/db/schema.ts';

import { hour, minute } from '../../testing/clock/clock.ts';
import { listenOn } from '../../testing/server/sockets.ts';
import { newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import { type Member, register } from '../../testing/people/members.ts';
import { aCommunity, type Community, edits, type Game, tipOf } from '../../testing/tips/tips.ts';

/** The environment of an attack: four people, and rows of each. */
export type Ground = {
  community: Community;
  port: number;
  ann: Member;
  bob: Member;
  administrator: Member;
  secondAdministrator: Member;
  /** A member who hides their profile and gives no tips. */
  reader: Member;
  /** In the future, with prices. */
  game: Game;
  /** In play. */
  started: Game;
  /** Tips of Ann, except those of Bob and the administrator. */
  tips: Record<'fresh' | 'old' | 'started' | 'booked' | 'confirmed' | 'own' | 'bobs', Tip>;
  /** The token of a valid mailed link. */
  linkToken: string;
  /** The token of the link that confirms another email for Ann. */
  confirmToken: string;
};

/** A request with its expected response. */
export type Try = {
  by?: Member;
  method?: string;
  path: string;
  /** Sent as JSON unless it is text. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
  /** Status and code; only the status for an attack that is accepted without effect. */
  answers: string;
  /** The invalid fields in the response. */
  fields?: readonly string[];
};

/** A request such as "PUT /api/tips/1" with its expected response. */
export function call(
  by: Member | undefined,
  request: string,
  answers: string,
  rest: Pick<Try, 'body' | 'headers' | 'fields'> = {},
): Try {
  const [method = '', path = ''] = request.split(/ (.*)/s);
  return { ...(by && { by }), method, path, answers, ...rest };
}

/** An attack by its number in the list of eighty, with its defence. */
export type Attack = {
  number: number;
  attack: string;
  tries?: (ground: Ground) => readonly Try[];
  /** Titles of tests elsewhere that cover the attack, by file. */
  coveredBy?: Readonly<Record<string, readonly string[]>>;
  /** The part that cannot be tried here, and why. */
  beyond?: string;
};

/** A listening server with four people and their tips. */
export async function anAttackGround(): Promise<Ground> {
  const community = await aCommunity();
  const { api, clock, aGame, aTip, aMember, administrator } = community;
  const soon = await aGame({ startsIn: hour });
  const late = await aGame({ startsIn: 9 * hour });
  const [started, confirmed] = [await aTip({ games: [soon] }), await aTip({ games: [soon] })];
  const old = await aTip({ games: [late] });
  clock.passes(4 * hour);
  await api.database
    .update(fixtures)
    .set({ status: 'played', fullTimeHome: 0, fullTimeAway: 1 })
    .where(eq(fixtures.id, soon.id));
  tipOf(await edits(community, confirmed, [{ fixtureId: soon.id, result: 'lost' }]));
  tipOf(
    await api.put(`/api/tips/confirmTip/${confirmed.id}`, {
      ...administrator,
      body: { IsGameSuccessful: true },
    }),
  );
  const underWay = await aGame({ startsIn: minute });
  clock.passes(2 * minute);
  const booked = await aTip({ games: [late] });
  tipOf(await api.put(`/api/tips/bookTicket/${booked.id}`, community.tipster));
  const { email } = await register(api);

  const confirmToken = await insertEmailChange(community);

  return {
    community,
    port: await listenOn(api.app),
    ann: community.tipster,
    bob: community.other,
    administrator,
    secondAdministrator: community.secondAdministrator,
    reader: await aMember({ isTipster: false }),
    game: late,
    started: underWay,
    tips: {
      fresh: await aTip({ games: [late] }),
      old,
      started,
      booked,
      confirmed,
      own: await aTip({ by: administrator, games: [late] }),
      bobs: await aTip({ by: community.other, games: [late] }),
    },
    linkToken: tokenIn(await newestMailTo(api, email)),
    confirmToken,
  };
}

/**
 * Stores an unconfirmed change of Ann's email, and returns the token of the link in its mailbox.
 */
async function insertEmailChange({ api, tipster }: Community): Promise<string> {
  const token = 'a link in a mailbox of somebody else';
  await api.database.insert(emailChanges).values({
    id: randomUUID(),
    memberId: tipster.id,
    formerEmail: tipster.email,
    email: 'a.stranger@example.org',
    createdAt: api.clock(),
    confirmHash: hashToken(token),
  });
  return token;
}
