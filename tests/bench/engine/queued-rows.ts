import { openFixtures } from '#contract/fixtures/fixtures.ts';
import { newId } from '#sync/ids.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

import type { Caller } from '../../testing/server/api-caller.ts';

/** Outbox rows of a phone after a long time offline, of every ordinary kind. */
export type Queued = {
  rows: Omit<OperationRow, 'seq'>[];
  /** The tips among them, and the booked ones. */
  posted: string[];
  booked: string[];
};

const slipsOfFive = 3;

/** Operations: of each five three tips, a booking of the last of them, and the profile. */
export async function queuedRows(member: Caller, count: number): Promise<Queued> {
  const { fixtures } = openFixtures.reply.parse(await member.get(openFixtures.path));
  const soon = Date.now() + 24 * 60 * 60_000;
  const games = fixtures.filter(
    ({ status, kickOff }) => status === 'scheduled' && Date.parse(kickOff) > soon,
  );
  const profile = await member.get(`/api/tipsters/${member.memberId}`);
  const queued: Queued = { rows: [], posted: [], booked: [] };
  for (let index = 0; index < count; index += 1) {
    const place = index % 5;
    if (place < slipsOfFive) {
      const id = newId();
      queued.posted.push(id);
      queued.rows.push(aRow(member, id, 'tip.post', `tip:${id}`, slip(id, games, index)));
    } else if (place === slipsOfFive) {
      const tipId = queued.posted.at(-1) ?? '';
      queued.booked.push(tipId);
      queued.rows.push(aRow(member, newId(), 'tip.book', `tip:${tipId}`, { tipId }));
    } else {
      const form = { ...formOf(profile), id: member.memberId, address: `${index} Marina` };
      queued.rows.push(aRow(member, newId(), 'profile.save', `profile:${member.memberId}`, form));
    }
  }
  return queued;
}

type Game = { id: string; home: string; away: string; kickOff: string };

function slip(id: string, games: readonly Game[], index: number) {
  const chosen = [0, 1, 2].flatMap((leg) => games[(index + leg) % games.length] ?? []);
  return {
    id,
    tipsterName: 'Ada Obi',
    options: chosen.map((game) => ({
      fixtureId: game.id,
      game: `${game.home} Vs ${game.away}`,
      group: '1X2',
      oddName: '1X2 - 1',
      odd: 2.5,
      startDateOfGame: game.kickOff,
    })),
    stake: 1,
    ifStarted: 'refuse',
  };
}

function formOf(profile: unknown) {
  const reported = new Map<string, unknown>(
    typeof profile === 'object' && profile !== null ? Object.entries(profile) : [],
  );
  const text = (name: string) => {
    const value = reported.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    email: text('email'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    country: text('country'),
    phoneNumber: '+2348012345678',
    state: text('state'),
  };
}

function aRow(
  { memberId }: Caller,
  id: string,
  kind: string,
  lane: string,
  payload: unknown,
): Queued['rows'][number] {
  return {
    id,
    memberId,
    kind,
    v: 1,
    lane,
    deps: [],
    payload,
    state: 'pending',
    attempts: 0,
    nextAt: 0,
    notBefore: 0,
    sentEver: false,
    queuedAt: new Date().toISOString(),
    log: [],
  };
}
