import { asc, gt } from 'drizzle-orm';
import * as z from 'zod/mini';

import { gameName } from '#domain/fixture.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures } from '../db/schema.ts';
import { toFixtureResult } from '../fixtures/changes.ts';
import type { ChainedEvent } from './chained-events.ts';
import { describeDifferingFields } from './differing-fields.ts';

const Goals = z.nullable(z.number());
const Result = z.object({
  status: z.string(),
  halfTimeHome: Goals,
  halfTimeAway: Goals,
  fullTimeHome: Goals,
  fullTimeAway: Goals,
  firstGoal: z.nullable(z.string()),
});
const KickOffChange = z.object({ kickOff: z.string() });
const FixtureFields = z.extend(Result, {
  sportKey: z.string(),
  home: z.string(),
  away: z.string(),
  kickOff: z.string(),
});
type FixtureFields = z.infer<typeof FixtureFields>;

type ReplayedFixture = {
  /**
   * Undefined before the event that adds the game; old games, from before the audit log, got this
   * event later.
   */
  facts: FixtureFields | undefined;
  /** All kick-offs that the game has had. */
  kickOffs: Set<string>;
};

const pageSize = 2_000;

/** Computes games from their events and compares them with the stored rows. */
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
      fixture.facts = z.parse(FixtureFields, after);
      fixture.kickOffs.add(fixture.facts.kickOff);
    }
    if (action === 'fixture.move') {
      const [former, next] = [
        z.parse(KickOffChange, before).kickOff,
        z.parse(KickOffChange, after).kickOff,
      ];
      fixture.kickOffs.add(former).add(next);
      if (fixture.facts) fixture.facts.kickOff = next;
    }
    if (action === 'fixture.result' && fixture.facts) {
      Object.assign(fixture.facts, z.parse(Result, after));
    }
  }

  /** Returns the game computed from its events; undefined if no event added the game. */
  findReplayedFixture(fixtureId: string): FixtureFields | undefined {
    return this.#fixtures.get(fixtureId)?.facts;
  }

  /** True if the game has had this kick-off. */
  hadKickOff(fixtureId: string, kickOff: string): boolean {
    return this.#fixtures.get(fixtureId)?.kickOffs.has(kickOff) ?? false;
  }

  /** Reports each game whose stored row is missing or differs from its events. */
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
      const facts = this.findReplayedFixture(id);
      const name = facts ? ` (${gameName(facts.home, facts.away)})` : '';
      this.#report(`Game ${id}${name} was added and is not there any more.`);
    }
  }

  #compareRow(row: typeof fixtures.$inferSelect): void {
    const name = `Game ${row.id} (${gameName(row.home, row.away)})`;
    const facts = this.findReplayedFixture(row.id);
    if (!facts) {
      this.#report(`${name} is there, and nothing says that it was added.`);
      return;
    }
    const { sportKey, home, away, kickOff } = row;
    const stored = {
      sportKey,
      home,
      away,
      kickOff: kickOff.toISOString(),
      ...toFixtureResult(row),
    };
    for (const problem of describeDifferingFields(name, stored, facts)) this.#report(problem);
  }
}
