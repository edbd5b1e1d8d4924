import { randomUUID } from 'node:crypto';

import { findOptionByName } from '#domain/catalogue.ts';

import type { Member } from '../people/members.ts';
import { insertTickets } from './tickets.ts';
import type { Community, Game } from './tips.ts';

/** Inserts tickets with one leg on a game, as posts would; returns their ids. */
export async function manyTips(
  { api, clock, tipster }: Community,
  fixture: Game,
  { count, by = [tipster], odd = 0, oddName = '1X2 - 1', last = false }: Many,
): Promise<string[]> {
  const createdAt = new Date(Math.min(clock().getTime(), fixture.kickOff.getTime() - 1));
  const legs = [{ fixture, oddsId: findOptionByName(oddName)?.oddsId ?? 0, odd }];
  const tickets = Array.from({ length: count }, (_, index) => ({
    id: last ? `ffffffff${randomUUID().slice(8)}` : randomUUID(),
    ownerId: by[index % by.length]?.id ?? '',
    createdAt,
    legs,
  }));
  return insertTickets(api.database, tickets);
}

type Many = {
  count: number;
  by?: readonly Member[];
  odd?: number;
  oddName?: string;
  /** True for ids that sort after all others, so that these tickets are processed last. */
  last?: boolean;
};
