import { fixtureList } from '#contract/fixtures/fixtures.ts';
import { Tipster } from '#contract/members.ts';
import { bettingOptions, oddNameOf } from '#domain/catalogue.ts';
import { createId } from '#sync/ids.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

import type { Caller } from '../../testing/server/api-caller.ts';

type Row = Omit<OperationRow, 'seq'>;

/**
 * Outbox rows after a long time offline: of each five, a tip, its booking and three profile
 * changes, because a member may post only 200 tips a day.
 */
export async function queuedRows(member: Caller, count: number): Promise<Row[]> {
  const { fixtures } = fixtureList.reply.parse(await member.get(fixtureList.path));
  const soon = Date.now() + 24 * 60 * 60_000;
  const games = fixtures.filter(
    ({ status, kickOff }) => status === 'scheduled' && Date.parse(kickOff) > soon,
  );
  const profile = await member.get(`/api/tipsters/${member.memberId}`);
  let tipId = '';
  return Array.from({ length: count }, (_, index) => {
    if (index % 5 === 0) {
      tipId = createId();
      return aRow(member, tipId, 'tip.post', `tip:${tipId}`, slip(tipId, games, index));
    }
    if (index % 5 === 1) return aRow(member, createId(), 'tip.book', `tip:${tipId}`, { tipId });
    const form = { ...formOf(profile), id: member.memberId, address: `${index} Marina` };
    return aRow(member, createId(), 'profile.save', `profile:${member.memberId}`, form);
  });
}

type Game = { id: string; home: string; away: string; kickOff: string };

function slip(id: string, games: readonly Game[], index: number) {
  const chosen = [0, 1, 2].flatMap((leg) => games[(index + leg) % games.length] ?? []);
  // The server refuses a tip with the same legs as an open tip, so options vary.
  const option = bettingOptions.at(-1 - Math.floor(index / games.length));
  return {
    id,
    tipsterName: 'Ada Obi',
    options: chosen.map((game) => ({
      fixtureId: game.id,
      game: `${game.home} Vs ${game.away}`,
      group: option?.oddsGroup,
      oddName: option && oddNameOf(option),
      odd: 2.5,
      startDateOfGame: game.kickOff,
    })),
    stake: 1,
    ifStarted: 'refuse',
  };
}

function formOf(profile: unknown) {
  const { firstName, lastName, country, state = '' } = Tipster.parse(profile);
  return { email: '', firstName, lastName, country, phoneNumber: '+2348012345678', state };
}

function aRow(
  { memberId }: Caller,
  id: string,
  kind: string,
  subject: string,
  payload: unknown,
): Row {
  return {
    id,
    memberId,
    kind,
    v: 1,
    subjects: [subject],
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
