import { asc, gt } from 'drizzle-orm';
import * as z from 'zod/mini';

import { gameName } from '#domain/fixture.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures } from '../db/schema.ts';
import { resultOf } from '../seasons/import.ts';
import type { ChainedEvent } from './chained-events.ts';
import { differingFields } from './differing-fields.ts';

const Goals = z.nullable(z.number());
const Result = z.object({
  status: z.string(),
  halfTimeHome: Goals,
  halfTimeAway: Goals,
  fullTimeHome: Goals,
  fullTimeAway: Goals,
  firstGoal: z.nullable(z.string()),
});
const Move = z.object({ kickOff: z.string() });
const Facts = z.extend(Result, {
  sportKey: z.string(),
  home: z.string(),
  away: z.string(),
  kickOff: z.string(),
});
type Facts = z.infer<typeof Facts>;

type ReplayedFixture = {
  /** Undefined before its first event, which games older than that event got later. */
  facts: Facts | undefined;
  /** Every kick-off it ever had. */
  kickOffs: Set<string>;
};

const pageSize = 2_000;

/** Games as their events make them. */
export class FixtureReplay {
  readonly #fixtures = new Map<string, ReplayedFixture>();
  readonly #report: (problem: string) => void;

  constructor(report: (problem: string) => void) {
    this.#report = report;
  }

  add({ subject, action, before, after }: ChainedEvent): void {
    const id = subject.slice('fixture:'.length);
    const fixture = this.#fixtures.get(id) ?? { facts: undefined, kickOffs: new Set() };
    this.#fixtures.set(id, fixture);
    if (action === 'fixture.add') {
      if (fixture.facts) this.#report(`Game ${id} was added a second time.`);
      fixture.facts = z.parse(Facts, after);
      fixture.kickOffs.add(fixture.facts.kickOff);
    }
    if (action === 'fixture.move') {
      const [former, next] = [z.parse(Move, before).kickOff, z.parse(Move, after).kickOff];
      fixture.kickOffs.add(former).add(next);
      if (fixture.facts) fixture.facts.kickOff = next;
    }
    if (action === 'fixture.result' && fixture.facts) {
      Object.assign(fixture.facts, z.parse(Result, after));
    }
  }

  /** A game as its events make it; undefined where nothing says that it was added. */
  factsOf(fixtureId: string): Facts | undefined {
    return this.#fixtures.get(fixtureId)?.facts;
  }

  /** Whether a game ever began at this moment. */
  hadKickOff(fixtureId: string, kickOff: string): boolean {
    return this.#fixtures.get(fixtureId)?.kickOffs.has(kickOff) ?? false;
  }

  /** Reports each stored game that is not what its events make of it. */
  async compare(database: Queryable): Promise<void> {
    const missing = new Set(this.#fixtures.keys());
    for (let last = ''; ;) {
      const page = await database
        .select()
        .from(fixtures)
        .where(gt(fixtures.id, last))
        .orderBy(asc(fixtures.id))
        .limit(pageSize);
      for (const row of page) {
        missing.delete(row.id);
        last = row.id;
        this.#compareRow(row);
      }
      if (page.length < pageSize) break;
    }
    for (const id of missing) {
      const facts = this.factsOf(id);
      const name = facts ? ` (${gameName(facts.home, facts.away)})` : '';
      this.#report(`Game ${id}${name} was added and is not there any more.`);
    }
  }

  #compareRow(row: typeof fixtures.$inferSelect): void {
    const name = `Game ${row.id} (${gameName(row.home, row.away)})`;
    const facts = this.factsOf(row.id);
    if (!facts) {
      this.#report(`${name} is there, and nothing says that it was added.`);
      return;
    }
    const { sportKey, home, away, kickOff } = row;
    const stored = { sportKey, home, away, kickOff: kickOff.toISOString(), ...resultOf(row) };
    for (const problem of differingFields(name, stored, facts)) this.#report(problem);
  }
}
