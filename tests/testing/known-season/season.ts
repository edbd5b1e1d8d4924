import { knownLeagues } from '#server/fixtures/leagues.ts';

import { type Caller, aCaller, callerWith } from '../server/api-caller.ts';
import type { Backend } from '../server/backend.ts';
import { mailedLink } from '../outside/mailbox.ts';
import { type KnownLeg, type KnownTip, knownTips, leagueOf, schedule } from './tips.ts';

const password = 'numbers worked out on paper';

/** The members of the known season; the administrator is not a tipster. */
const people = [
  { firstName: 'Ada', lastName: 'Stone', joined: '2026-07-04', phone: '+44 7700 900101' },
  { firstName: 'Ben', lastName: 'Ford', joined: '2026-07-11', phone: '+44 7700 900102' },
  { firstName: 'Cleo', lastName: 'Marsh', joined: '2026-08-01', phone: '+44 7700 900103' },
  { firstName: 'Max', lastName: 'Reed', joined: '2026-09-05', phone: '+44 7700 900104' },
] as const;

/** Returns ids and logins by first name. */
export type KnownSeason = {
  idOf: (firstName: KnownTip['by']) => string;
  login: (firstName: KnownTip['by'] | 'Robin') => { email: string; password: string };
};

/**
 * Fills an empty server with the known season through its API. Only games and past times are
 * written to the database directly, because no route can do that.
 */
export async function theKnownSeason(backend: Backend): Promise<KnownSeason> {
  await saveGames(backend);
  const accounts = new Map<string, Caller>();
  for (const { firstName, lastName, phone: phoneNumber } of people) {
    const account = await join(backend, firstName, phoneNumber);
    accounts.set(firstName, account);
    const address = { country: 'GB', state: 'Kent', address: '12 Mill Lane' };
    const profile = {
      firstName,
      lastName,
      phoneNumber,
      ...address,
      showPhone: firstName === 'Ada',
    };
    await account.put('/api/users/updateProfileWithoutImage', profile);
  }
  const administrator = await join(backend, 'Robin', '+44 7700 900105');
  await backend.command('admin', 'grant', emailOf('Robin'));

  for (const tip of knownTips) await post(found(accounts.get(tip.by), tip.by), tip);
  for (const tip of knownTips) await price(administrator, tip, 'in time');
  await letTimePass(backend);
  for (const tip of knownTips) {
    await price(administrator, tip, 'too late');
    await decide(administrator, tip);
  }
  await follow((name) => found(accounts.get(name), name));
  return {
    idOf: (name) => found(accounts.get(name), name).memberId,
    login: (name) => ({ email: emailOf(name), password }),
  };
}

/** Afterwards Ada has two followers, Ben one, and Cleo none after an unfollow. */
async function follow(account: (name: string) => Caller): Promise<void> {
  const follows = [
    ['Max', 'Ada', true],
    ['Cleo', 'Ada', true],
    ['Ada', 'Ben', true],
    ['Ben', 'Cleo', true],
    ['Ben', 'Cleo', false],
  ] as const;
  for (const [who, whom, isFollow] of follows) {
    const { memberId } = account(whom);
    const path = `/api/users/followOrUnfollow?Id=${memberId}&isFollow=${isFollow}`;
    await account(who).put(path);
  }
}

async function join(backend: Backend, firstName: string, phoneNumber: string): Promise<Caller> {
  const asStranger = callerWith(backend.origin);
  const email = emailOf(firstName);
  await asStranger('POST', '/api/users', {
    email,
    userName: firstName.toLowerCase(),
    phoneNumber,
    password,
    password_confirmation: password,
    ageConfirmed: true,
  });
  const link = await mailedLink(backend.dataDir, email);
  const token = decodeURIComponent(link.slice(link.lastIndexOf('/') + 1));
  await asStranger('POST', '/api/auth/validateEmailToken', { access_token: token });
  return aCaller(backend.origin, email, password);
}

async function post(account: Caller, tip: KnownTip): Promise<void> {
  const { stake, analysis, copyOf, legs } = tip;
  await account.post('/api/tips', {
    id: idOf(tip.id),
    options: legs.map((leg) => ({ fixtureId: fixtureIdOf(tip, leg), oddName: leg.option })),
    ...(stake !== undefined && { stake }),
    ...(analysis !== undefined && { analysis }),
    ...(copyOf !== undefined && { copiedFrom: idOf(copyOf) }),
  });
  if (tip.booked) await account.put(`/api/tips/bookTicket/${idOf(tip.id)}`);
  if (tip.withdrawn) await account.delete(`/api/tips/${idOf(tip.id)}`);
}

async function price(
  administrator: Caller,
  tip: KnownTip,
  when: 'in time' | 'too late',
): Promise<void> {
  const options = tip.legs.flatMap((leg) => {
    if (leg.set === undefined || (leg.set.late === true) !== (when === 'too late')) return [];
    const reason = leg.set.late ? { reason: 'The feed was silent.' } : {};
    return [{ fixtureId: fixtureIdOf(tip, leg), odd: leg.set.odd, ...reason }];
  });
  if (options.length > 0) await administrator.put(`/api/tips/${idOf(tip.id)}`, { options });
}

async function decide(administrator: Caller, tip: KnownTip): Promise<void> {
  const options = tip.legs.flatMap((leg) => {
    if (leg.result === undefined) return [];
    const reason = leg.byRule ? {} : { reason: 'Seen at the ground.' };
    return [{ fixtureId: fixtureIdOf(tip, leg), result: leg.result, ...reason }];
  });
  if (options.length > 0) await administrator.put(`/api/tips/${idOf(tip.id)}`, { options });
  if (tip.confirmed) {
    await administrator.put(`/api/tips/confirmTip/${idOf(tip.id)}`, { IsGameSuccessful: true });
  }
}

/** Inserts games; those that have ended kick off in the future until their tips are posted. */
async function saveGames({ query }: Backend): Promise<void> {
  const keys = ['soccer_epl', 'soccer_spain_la_liga'];
  for (const { key, title, group, details } of knownLeagues.filter(({ key }) => keys.includes(key)))
    await query('insert into leagues values ($1, $2, $3, $4)', [key, title, group, details]);

  const ended = gamesOver().map(({ id, leg: { game, feed = null } }) => ({
    id,
    game,
    prices: [feed, feed, feed],
  }));
  const rows = [...schedule, ...ended].map(({ id, game, prices: [one, draw, two] }) => {
    const [home, away] = game.split(' Vs ');
    return { id, league: leagueOf(game), home, away, one, draw, two };
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

/** Moves kick-offs, posts and registrations into the past, which no route of the API can do. */
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

/** The games that have ended; each belongs to exactly one tip. */
function gamesOver(): { id: string; kickOff: string; leg: KnownLeg }[] {
  return knownTips.flatMap((tip) => {
    const { kickOff, legs } = tip;
    if (kickOff === undefined) return [];
    return legs.map((leg) => ({ id: fixtureIdOf(tip, leg), kickOff, leg }));
  });
}

/** The fixture id of a leg; a game that has ended has the id of its only tip. */
function fixtureIdOf(tip: KnownTip, { game }: KnownLeg): string {
  if (tip.kickOff !== undefined) return `${tip.id}-${game.toLowerCase().replaceAll(' ', '-')}`;
  const scheduled = schedule.find((one) => one.game === game);
  return found(scheduled, game).id;
}

function idOf(id: string): string {
  return `019a0000-0000-7000-8000-0000000000${id.toLowerCase()}`;
}

function emailOf(firstName: string): string {
  return `${firstName.toLowerCase()}@example.org`;
}

function found<Thing>(thing: Thing | undefined, name: string): Thing {
  if (thing === undefined) throw new Error(`The known season has no ${name}.`);
  return thing;
}
