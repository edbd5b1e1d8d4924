import * as z from 'zod/mini';

import { knownLeagues } from '#server/fixtures/leagues.ts';

import type { Backend } from '../server/backend.ts';
import { type KnownLeg, type KnownTip, knownTips } from './tips.ts';
import { mailedLink } from '../outside/mailbox.ts';

/** Future games and the one in play, with the feed's prices for 1, X and 2. */
const schedule = [
  {
    id: 'burnley-chelsea',
    game: 'Burnley Vs Chelsea',
    league: 'soccer_epl',
    kickOff: '2026-11-17T11:00:00Z',
    prices: [5.2, 3.9, 1.6],
  },
  {
    id: 'arsenal-chelsea',
    game: 'Arsenal Vs Chelsea',
    league: 'soccer_epl',
    kickOff: '2026-11-20T15:00:00Z',
    prices: [1.85, 3.6, 4.2],
  },
  {
    id: 'sevilla-valencia',
    game: 'Sevilla Vs Valencia',
    league: 'soccer_spain_la_liga',
    kickOff: '2026-11-20T20:00:00Z',
    prices: [2.1, 3.4, 3.7],
  },
  {
    id: 'leeds-brentford',
    game: 'Leeds Vs Brentford',
    league: 'soccer_epl',
    kickOff: '2026-11-21T17:59:00Z',
    prices: [2.4, 3.25, 2.75],
  },
] as const;

const password = 'numbers worked out on paper';

/** The members of the known season; the administrator is no tipster. */
const people = [
  { firstName: 'Ada', lastName: 'Stone', joined: '2026-07-04', phone: '+44 7700 900101' },
  { firstName: 'Ben', lastName: 'Ford', joined: '2026-07-11', phone: '+44 7700 900102' },
  { firstName: 'Cleo', lastName: 'Marsh', joined: '2026-08-01', phone: '+44 7700 900103' },
  { firstName: 'Max', lastName: 'Reed', joined: '2026-09-05', phone: '+44 7700 900104' },
] as const;
const administrator = 'robin@example.org';

type Asking = (method: string, path: string, body?: unknown) => Promise<unknown>;
type Account = { id: string; send: Asking };

/** Ids by first name, and the logins. */
export type KnownSeason = {
  idOf: (firstName: KnownTip['by']) => string;
  login: (firstName: KnownTip['by'] | 'Robin') => { email: string; password: string };
};

/**
 * Fills an empty server with the known season by its own calls. Only games and past times are
 * written into the database, as no call can do that.
 */
export async function theKnownSeason(backend: Backend): Promise<KnownSeason> {
  await saveGames(backend);
  const accounts = new Map<string, Account>();
  for (const person of people) {
    const account = await join(backend, emailOf(person.firstName), person.phone);
    accounts.set(person.firstName, account);
    await account.send('PUT', '/api/users/updateProfileWithoutImage', profileOf(person));
  }
  const account = (name: string) => found(accounts.get(name), name);
  const { send: asAdministrator } = await join(backend, administrator, '+44 7700 900105');
  await backend.command('admin', 'grant', administrator);

  for (const tip of knownTips) await post(account(tip.by).send, tip);
  for (const tip of knownTips) await price(asAdministrator, tip, 'in time');
  await letTimePass(backend);
  for (const tip of knownTips) {
    await price(asAdministrator, tip, 'too late');
    await decide(asAdministrator, tip);
  }
  await follow(account);
  return {
    idOf: (name) => account(name).id,
    login: (name) => ({ email: emailOf(name), password }),
  };
}

/** Ada has two followers, Ben one, Cleo none any more. */
async function follow(account: (name: string) => Account): Promise<void> {
  const follows = [
    ['Max', 'Ada', true],
    ['Cleo', 'Ada', true],
    ['Ada', 'Ben', true],
    ['Ben', 'Cleo', true],
    ['Ben', 'Cleo', false],
  ] as const;
  for (const [who, whom, isFollow] of follows) {
    const path = `/api/users/followOrUnfollow?Id=${account(whom).id}&isFollow=${isFollow}`;
    await account(who).send('PUT', path);
  }
}

function profileOf({ firstName, lastName, phone }: (typeof people)[number]) {
  return {
    firstName,
    lastName,
    country: 'GB',
    phoneNumber: phone,
    state: 'Kent',
    address: '12 Mill Lane',
    showPhone: firstName === 'Ada',
  };
}

async function join(backend: Backend, email: string, phoneNumber: string): Promise<Account> {
  const asStranger = asking(backend, undefined);
  const [userName = ''] = email.split('@');
  await asStranger('POST', '/api/users', {
    email,
    userName,
    phoneNumber,
    password,
    password_confirmation: password,
    ageConfirmed: true,
  });
  const link = await mailedLink(backend.dataDir, email);
  const token = decodeURIComponent(link.slice(link.lastIndexOf('/') + 1));
  await asStranger('POST', '/api/auth/validateEmailToken', { access_token: token });
  const session = await asStranger('POST', '/api/auth', { email, password, rememberMe: true });
  return { id: textIn(session, 'userId'), send: asking(backend, textIn(session, 'access_token')) };
}

async function post(send: Asking, tip: KnownTip): Promise<void> {
  const { stake, analysis, copyOf, legs } = tip;
  await send('POST', '/api/tips', {
    id: idOf(tip.id),
    options: legs.map((leg) => ({ fixtureId: fixtureIdOf(tip, leg), oddName: leg.option })),
    ...(stake !== undefined && { stake }),
    ...(analysis !== undefined && { analysis }),
    ...(copyOf !== undefined && { copiedFrom: idOf(copyOf) }),
  });
  if (tip.booked) await send('PUT', `/api/tips/bookTicket/${idOf(tip.id)}`);
  if (tip.withdrawn) await send('DELETE', `/api/tips/${idOf(tip.id)}`);
}

async function price(send: Asking, tip: KnownTip, when: 'in time' | 'too late'): Promise<void> {
  const options = tip.legs.flatMap((leg) => {
    if (leg.set === undefined || (leg.set.late === true) !== (when === 'too late')) return [];
    const reason = leg.set.late ? { reason: 'The feed was silent.' } : {};
    return [{ fixtureId: fixtureIdOf(tip, leg), odd: leg.set.odd, ...reason }];
  });
  if (options.length > 0) await send('PUT', `/api/tips/${idOf(tip.id)}`, { options });
}

async function decide(send: Asking, tip: KnownTip): Promise<void> {
  const options = tip.legs.flatMap((leg) => {
    if (leg.result === undefined) return [];
    const reason = leg.byRule ? {} : { reason: 'Seen at the ground.' };
    return [{ fixtureId: fixtureIdOf(tip, leg), result: leg.result, ...reason }];
  });
  if (options.length > 0) await send('PUT', `/api/tips/${idOf(tip.id)}`, { options });
  if (tip.confirmed) {
    await send('PUT', `/api/tips/confirmTip/${idOf(tip.id)}`, { IsGameSuccessful: true });
  }
}

/** Ended games are in the future until their tips are posted. */
async function saveGames({ query }: Backend): Promise<void> {
  const keys = ['soccer_epl', 'soccer_spain_la_liga'];
  for (const { key, title, group, details } of knownLeagues.filter(({ key }) => keys.includes(key)))
    await query('insert into leagues values ($1, $2, $3, $4)', [key, title, group, details]);

  const games = gamesOver().map(({ id, leg: { league = 'soccer_epl', game, feed = null } }) => ({
    id,
    league,
    game,
    prices: [feed, feed, feed],
  }));
  const rows = [...schedule, ...games].map(({ id, league, game, prices: [one, draw, two] }) => {
    const [home, away] = game.split(' Vs ');
    return { id, league, home, away, one, draw, two };
  });
  await query(
    `insert into fixtures (id, sport_key, source, home, away, search_name, kick_off, updated_at,
       price_home, price_draw, price_away, priced_at)
     select id, league, 'test', home, away, lower(home || ' vs ' || away), $2::timestamptz, $3::timestamptz, one, draw, two,
       $3::timestamptz
     from jsonb_to_recordset($1) as game (id text, league text, home text, away text,
       one numeric, draw numeric, two numeric)`,
    [JSON.stringify(rows), '2026-11-19T12:00:00Z', '2026-11-17T09:00:00Z'],
  );
}

/** Moves kick-offs, posts and registrations into the past, which no call can do. */
async function letTimePass({ query }: Backend): Promise<void> {
  const over = gamesOver().map(({ id, kickOff, leg: { score } }) => ({
    id,
    at: kickOff,
    home: score?.[0],
    away: score?.[1],
  }));
  const upcoming = schedule.map(({ id, kickOff }) => ({ id, at: kickOff }));
  await query(
    `update fixtures set kick_off = at, updated_at = at,
       full_time_home = game.home, full_time_away = game.away,
       status = case when game.home is null then 'scheduled' else 'played' end
     from jsonb_to_recordset($1) as game (id text, at timestamptz, home int, away int)
     where fixtures.id = game.id`,
    [JSON.stringify([...over, ...upcoming])],
  );
  await query(
    `update tips set created_at = made, booked_at = made + (booked_at - created_at),
       expires_at = first, last_kick_off = last
     from jsonb_to_recordset($1) as ticket (id uuid, made timestamptz)
     join (select tip_id, min(kick_off) as first, max(kick_off) as last
           from legs join fixtures on fixtures.id = fixture_id group by tip_id) as games
       on games.tip_id = ticket.id
     where tips.id = ticket.id`,
    [JSON.stringify(knownTips.map(({ id, created }) => ({ id: idOf(id), made: created })))],
  );
  await query(
    `update members set created_at = joined
     from jsonb_to_recordset($1) as person (email text, joined timestamptz)
     where members.email = person.email`,
    [
      JSON.stringify(
        people.map(({ firstName, joined }) => ({ email: emailOf(firstName), joined })),
      ),
    ],
  );
}

/** Every ended game, with the only tip on it. */
function gamesOver(): { id: string; kickOff: string; leg: KnownLeg }[] {
  return knownTips.flatMap((tip) => {
    const { kickOff, legs } = tip;
    if (kickOff === undefined) return [];
    return legs.map((leg) => ({ id: fixtureIdOf(tip, leg), kickOff, leg }));
  });
}

/** An ended game belongs to one tip. */
function fixtureIdOf(tip: KnownTip, { game }: KnownLeg): string {
  const known = schedule.find((one) => one.game === game);
  if (tip.kickOff === undefined) return found(known, game).id;
  return `${tip.id}-${game.toLowerCase().replaceAll(' ', '-')}`;
}

function idOf(places: string): string {
  return `019a0000-0000-7000-8000-000000${places.toLowerCase()}`;
}

function emailOf(firstName: string): string {
  return `${firstName.toLowerCase()}@example.org`;
}

function asking({ origin }: Backend, token: string | undefined): Asking {
  return async (method, path, body) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
}

function textIn(answer: unknown, name: string): string {
  return z.parse(z.string(), z.parse(z.record(z.string(), z.unknown()), answer)[name]);
}

function found<Thing>(thing: Thing | undefined, name: string): Thing {
  if (thing === undefined) throw new Error(`The known season has no ${name}.`);
  return thing;
}
