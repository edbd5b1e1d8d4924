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

/** The data that attacks use: four people and their rows. */
export type Ground = {
  community: Community;
  port: number;
  ann: Member;
  bob: Member;
  administrator: Member;
  secondAdministrator: Member;
  /** A member with a hidden profile and without tips. */
  reader: Member;
  /** A game in the future, with prices. */
  game: Game;
  /** A game in play. */
  started: Game;
  /** Ann's tips; `bobs` is Bob's and `own` is the administrator's. */
  tips: Record<'fresh' | 'old' | 'started' | 'booked' | 'confirmed' | 'own' | 'bobs', Tip>;
  /** The token of a mailed link that is still valid. */
  linkToken: string;
  /** The token of the mailed link that confirms a new email for Ann. */
  confirmToken: string;
};

/** One request of an attack, with the expected response. */
export type Try = {
  by?: Member;
  method?: string;
  path: string;
  /** A string is sent unchanged; other values are sent as JSON. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
  /** Expected status and problem code; only the status if a request is accepted without effect. */
  answers: string;
  /** Names of the invalid fields in the response. */
  fields?: readonly string[];
};

/** Builds a try from a request such as "PUT /api/tips/1" and the expected response. */
export function call(
  by: Member | undefined,
  request: string,
  answers: string,
  rest: Pick<Try, 'body' | 'headers' | 'fields'> = {},
): Try {
  const [method = '', path = ''] = request.split(/ (.*)/s);
  return { ...(by && { by }), method, path, answers, ...rest };
}

/** An attack with its number in the project's list of attacks. */
export type Attack = {
  number: number;
  attack: string;
  tries?: (ground: Ground) => readonly Try[];
  /** Titles of tests in other files that cover the attack, by file. */
  coveredBy?: Readonly<Record<string, readonly string[]>>;
  /** The part of the attack that no test can try, and why. */
  beyond?: string;
};

/** Starts a server with four people and their tips. */
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

/** Inserts an unconfirmed change of Ann's email; returns the token of the mailed link. */
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
