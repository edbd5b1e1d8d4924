import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import * as z from 'zod/mini';

import { type Fixture, fixtureList } from '#contract/fixtures/fixtures.ts';
import { fixtures } from '#server/db/schema.ts';

import { hour } from '../clock/clock.ts';
import { aSource, v4Answer } from './sources.ts';
import { aCommunity, type Community } from '../tips/tips.ts';

/** Returns the fixtures that the API lists. */
export async function shown({ api }: Community): Promise<Fixture[]> {
  const { status, body } = await api.get('/api/fixtures');
  expect(status).toBe(200);
  return z.parse(fixtureList.reply, body).fixtures;
}

/** Returns the stored row of a fixture. */
export async function stored({ api }: Community, id: string) {
  const [row] = await api.database.select().from(fixtures).where(eq(fixtures.id, id));
  return row;
}

/** A community whose server reads a version 4 odds source with these games. */
export async function aSourceOfOdds(
  games: (inHours: (hours: number) => Date) => readonly object[],
) {
  const community = await aCommunity();
  const inHours = (hours: number) => new Date(community.clock().getTime() + hours * hour);
  const source = await aSource(
    'v4',
    v4Answer(() => games(inHours)),
  );
  return { community, source, inHours, asks: async () => source.takeOdds(community.services) };
}
