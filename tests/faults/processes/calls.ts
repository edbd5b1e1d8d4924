import { Tip } from '#contract/tips.ts';
import { createId } from '#sync/ids.ts';

import { aPicture } from '../../testing/tips/pictures.ts';
import type { StoredRow } from '../world/reading.ts';
import { type Intent, toIntent } from '../contents/intents.ts';
import { legOn, type OptionName, optionNames } from '../contents/options.ts';
import type { Game, Person } from '../world/community.ts';
import type { Phone } from './phone.ts';

/** A call to the server without the faulty network, used to prepare a schedule. */
export type Direct = (
  person: Person,
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
  /** Returns the requested changes, given the response. */
  intentsOf: (answer: unknown) => readonly Intent[],
) => Promise<unknown>;

/** The members of one schedule, whom no other schedule uses, so that no clean-up is needed. */
export type Community = { ada: Person; bola: Person; chi: Person };

/** Dependencies of a call. */
export type Stage = { people: Community; games: readonly Game[]; direct: Direct };

/** Each call with its member, and a function that queues its operation on a phone. */
export const calls = {
  'POST /api/tips': { by: 'ada', run: posts },
  'PUT /api/tips/bookTicket': { by: 'ada', run: books },
  'DELETE /api/tips': { by: 'ada', run: withdraws },
  'PUT /api/users/followOrUnfollow (follow)': { by: 'ada', run: follows },
  'PUT /api/users/followOrUnfollow (unfollow)': { by: 'ada', run: unfollows },
  'PUT /api/users/updateProfileWithoutImage': { by: 'ada', run: savesProfile },
  'PUT /api/users': { by: 'ada', run: setsPicture },
  'PUT /api/users/me/time-out': { by: 'ada', run: startsTimeOut },
  'PUT /api/tips (odds)': { by: 'chi', run: prices },
  'PUT /api/tips (result)': { by: 'chi', run: settles },
  'PUT /api/tips/confirmTip': { by: 'chi', run: confirms },
  'PUT /api/admin/results': { by: 'chi', run: callsOff },
  'PUT /api/admin/prices': { by: 'chi', run: pricesGame },
  'PUT /api/admin/settlements': { by: 'chi', run: settlesGame },
  'POST /api/admin/confirmations': { by: 'chi', run: confirmsMany },
  'POST /api/ops': { by: 'ada', run: doesManyThings },
} as const;

export type CallName = keyof typeof calls;

export const callNames: readonly CallName[] = Object.keys(calls).filter(
  (name): name is CallName => name in calls,
);

type Queued = Promise<StoredRow | undefined>;

async function posts(phone: Phone, { games }: Stage): Queued {
  return postsFrom(phone, games, 2);
}

/** Posts three games; the options are consecutive in the catalogue. */
async function postsFrom(phone: Phone, games: readonly Game[], option: number): Queued {
  const words = { stake: 7, analysis: 'because of the left wing' } as const;
  return postsOn(phone, games.slice(1, 4), { ...words, options: optionNames.slice(option) });
}

/** The parts of a slip other than its games. */
export type Words = {
  options?: readonly OptionName[];
  stake?: number;
  analysis?: string;
  ifStarted?: 'drop' | 'refuse';
  copiedFrom?: string;
};

export async function postsOn(phone: Phone, games: readonly Game[], words: Words = {}): Queued {
  const { options = [], stake = 2, ifStarted = 'refuse', ...rest } = words;
  return phone.queues('tip.post', {
    id: createId(),
    tipsterName: phone.person.name,
    options: games.map((game, index) => legOn(game, options[index])),
    stake,
    ifStarted,
    ...rest,
  });
}

async function books(phone: Phone, stage: Stage): Queued {
  const tip = await aTip(stage, phone.person);
  return phone.queues('tip.book', { tipId: tip.id }, tip.version);
}

async function withdraws(phone: Phone, stage: Stage): Queued {
  const tip = await aTip(stage, phone.person);
  return phone.queues('tip.withdraw', { tipId: tip.id }, tip.version);
}

async function follows(phone: Phone, { people }: Stage): Queued {
  return phone.queues('follow.set', { tipsterId: people.bola.id, following: true });
}

async function unfollows(phone: Phone, { people, direct }: Stage): Queued {
  const tipsterId = people.bola.id;
  const path = `/api/users/followOrUnfollow?Id=${tipsterId}&isFollow=true`;
  await direct(phone.person, 'PUT', path, {}, () => [
    toIntent('follow.set', { tipsterId, following: true }),
  ]);
  return phone.queues('follow.set', { tipsterId, following: false });
}

export function formOf({ id, email, name }: Person, address = '2 Marina') {
  return {
    id,
    email,
    firstName: name,
    lastName: 'Obi',
    country: 'NG',
    phoneNumber: '+234 801 234 5678',
    state: 'Lagos',
    address,
  };
}

async function savesProfile(phone: Phone): Queued {
  return phone.queues('profile.save', formOf(phone.person));
}

let picture: Promise<Buffer> | undefined;

async function setsPicture(phone: Phone): Queued {
  picture ??= aPicture();
  const bytes = new Uint8Array(await picture);
  return phone.queues('picture.set', { ...formOf(phone.person), bytes, type: 'image/png' });
}

async function startsTimeOut(phone: Phone): Queued {
  const since = new Date().toISOString();
  return phone.queues('time-out.take', { length: '7d', since, spared: ['a-tip'] });
}

/** Another member's tip, and one of its games as the desk describes it. */
async function aTipAndGame(stage: Stage) {
  const tip = await aTip(stage, stage.people.bola);
  const { fixtureId = '', game = '' } = tip.options[0] ?? {};
  return { tip, about: { fixtureId, game } };
}

async function prices(phone: Phone, stage: Stage): Queued {
  const { tip, about } = await aTipAndGame(stage);
  const changes = [{ ...about, reason: 'as seen', odd: 2.25 }];
  return phone.queues('odds.set', { tipId: tip.id, legs: tip.options, changes }, tip.version);
}

async function settles(phone: Phone, stage: Stage): Queued {
  const { tip, about } = await aTipAndGame(stage);
  const change = { ...about, reason: 'as seen', result: 'void' as const };
  return phone.queues('leg.settle', { tipId: tip.id, legs: tip.options, change }, tip.version);
}

const homeWin = 1;

async function callsOff(phone: Phone, stage: Stage): Queued {
  const { about } = await aTipAndGame(stage);
  return phone.queues('result.set', { ...about, status: 'cancelled', reason: 'snow' }, 1);
}

async function pricesGame(phone: Phone, stage: Stage): Queued {
  const { about } = await aTipAndGame(stage);
  return phone.queues('prices.set', { ...about, prices: [{ oddsId: homeWin, odd: 2.25 }] });
}

async function settlesGame(phone: Phone, stage: Stage): Queued {
  const { about } = await aTipAndGame(stage);
  const results = [{ oddsId: homeWin, result: 'void' as const, reason: 'as seen' }];
  return phone.queues('fixture.settle', { ...about, version: 1, results });
}

async function confirmsMany(phone: Phone, stage: Stage): Queued {
  const { id } = await aDecidedTip(stage);
  return phone.queues('tips.confirm', { ids: [id] });
}

async function confirms(phone: Phone, stage: Stage): Queued {
  const { id, version } = await aDecidedTip(stage);
  return phone.queues('tip.confirm', { tipId: id }, version);
}

async function aDecidedTip(stage: Stage): Promise<Tip> {
  const { direct, people } = stage;
  const { id, options } = await aTip(stage, people.bola);
  const decided = options.map(({ fixtureId, game }) => ({
    fixtureId,
    game,
    reason: 'x',
    result: 'void' as const,
  }));
  const body = { options: decided };
  const answer = await direct(people.chi, 'PUT', `/api/tips/${id}`, body, () =>
    decided.map((change) => toIntent('leg.settle', { tipId: id, legs: options, change })),
  );
  return Tip.parse(answer);
}

/** Queues enough operations for a batch. */
async function doesManyThings(phone: Phone, { games }: Stage): Queued {
  let first: StoredRow | undefined;
  for (let index = 0; index < 6; index += 1) {
    const posted = await postsFrom(phone, games, index);
    first ??= posted;
    if (posted) await phone.queues('tip.book', { tipId: posted.id });
  }
  return first;
}

/** Posts a tip without faults. */
export async function aTip({ games, direct }: Stage, by: Person): Promise<Tip> {
  const options = games.slice(1, 4).map((game) => legOn(game));
  const sent = options.map(({ fixtureId, oddName }) => ({ fixtureId, oddName }));
  const answer = await direct(by, 'POST', '/api/tips', { options: sent }, (reply) => {
    const tip = { id: Tip.parse(reply).id, tipsterName: by.name, options };
    return [toIntent('tip.post', { ...tip, stake: 0, ifStarted: 'refuse' })];
  });
  return Tip.parse(answer);
}
