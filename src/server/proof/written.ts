import { asc, gt, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { optionWithId, oddNameOf } from '#domain/catalogue.ts';

import type { Database } from '../db/database.ts';
import { audit, fixtures, legs, tips } from '../db/schema.ts';

/** A row of the audit with the text that its hash is made of. */
export type ChainedEvent = Omit<typeof audit.$inferSelect, 'hash'> & {
  content: string;
  hash: string;
};

const atOnce = 2_000;

/** The whole audit, chain by chain. */
export async function* chainedEvents(database: Database): AsyncGenerator<ChainedEvent> {
  let last = { chain: '', position: 0 };
  for (;;) {
    const rows = await database
      .select({ row: audit, content: sql<string>`audit_content(${audit})` })
      .from(audit)
      .where(sql`(${audit.chain}, ${audit.position}) > (${last.chain}, ${last.position})`)
      .orderBy(asc(audit.chain), asc(audit.position))
      .limit(atOnce);
    for (const { row, content } of rows) {
      yield { ...row, content, hash: row.hash.toString('hex') };
      last = row;
    }
    if (rows.length < atOnce) return;
  }
}

const Posted = z.object({
  legs: z.array(
    z.object({ fixtureId: z.string(), kickOff: z.string(), oddName: z.string(), odd: z.number() }),
  ),
  analysis: z.string(),
});
const Own = z.object({ copiedFrom: z.nullable(z.string()), stake: z.number() });
const Priced = z.object({ fixtureId: z.string(), odd: z.number(), kickOffOdd: z.number() });
const Settled = z.object({ fixtureId: z.string(), result: z.string() });
const Moved = z.object({ kickOff: z.string() });

type WrittenLeg = { oddName: string; odd: number; kickOffOdd: number; result: string };
type WrittenTip = {
  chain: string;
  facts: Record<string, unknown>;
  legs: Map<string, WrittenLeg>;
};

/** Tips and kick-offs as their events make them, one after the other. */
export class TipsAsWritten {
  readonly tips = new Map<string, WrittenTip>();
  readonly #kickOffs = new Map<string, { kickOff: string; moved: boolean }>();

  add({ chain, subject, action, at, after, own }: ChainedEvent): void {
    const [kind, id = ''] = subject.split(':');
    if (action === 'fixture.move') {
      this.#kickOffs.set(id, { kickOff: z.parse(Moved, after).kickOff, moved: true });
    }
    if (kind !== 'tip') return;
    if (action === 'tip.post') this.#post(id, chain, at, z.parse(Posted, after), z.parse(Own, own));
    const tip = this.tips.get(id);
    if (!tip) return;
    if (action === 'tip.confirm') tip.facts['confirmedAt'] = at.toISOString();
    if (action === 'tip.reopen') tip.facts['confirmedAt'] = null;
    if (action === 'tip.withdraw') tip.facts['withdrawnAt'] = at.toISOString();
    if (action === 'leg.price') changeLeg(tip, z.parse(Priced, after));
    if (action === 'leg.settle' || action === 'leg.correct')
      changeLeg(tip, z.parse(Settled, after));
  }

  /** When a game begins as far as it was written down. */
  kickOffOf(fixtureId: string): string | undefined {
    return this.#kickOffs.get(fixtureId)?.kickOff;
  }

  #post(
    id: string,
    chain: string,
    at: Date,
    { legs: chosen, analysis }: z.infer<typeof Posted>,
    { copiedFrom, stake }: z.infer<typeof Own>,
  ): void {
    const createdAt = at.toISOString();
    const facts = { createdAt, analysis, copiedFrom, stake, confirmedAt: null, withdrawnAt: null };
    const written = chosen.map(
      ({ fixtureId, oddName, odd }) =>
        [fixtureId, { oddName, odd, kickOffOdd: odd, result: 'pending' }] as const,
    );
    this.tips.set(id, { chain, facts, legs: new Map(written) });
    for (const { fixtureId, kickOff } of chosen) {
      const known = this.#kickOffs.get(fixtureId);
      if (!known?.moved) this.#kickOffs.set(fixtureId, { kickOff, moved: false });
    }
  }
}

function changeLeg(
  { legs }: WrittenTip,
  change: { fixtureId: string } & Partial<WrittenLeg>,
): void {
  const { fixtureId, ...facts } = change;
  const leg = legs.get(fixtureId);
  if (leg) Object.assign(leg, facts);
}

/** A sentence for each tip, or game of one, that is not what its events make of it. */
export async function* tipsThatDiffer(
  database: Database,
  written: TipsAsWritten,
): AsyncGenerator<string> {
  const left = new Set(written.tips.keys());
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await database
      .select()
      .from(tips)
      .where(gt(tips.id, last))
      .orderBy(asc(tips.id))
      .limit(atOnce);
    const legsOf = await legsByTip(database, page);
    for (const tip of page) {
      left.delete(tip.id);
      last = tip.id;
      yield* differences(tip, legsOf.get(tip.id) ?? [], written);
    }
    if (page.length < atOnce) break;
  }
  for (const id of left) yield `Tip ${id} was posted and is not there any more.`;
}

type StoredLeg = typeof legs.$inferSelect & { kickOff: Date };

async function legsByTip(
  database: Database,
  page: readonly { id: string }[],
): Promise<Map<string, StoredLeg[]>> {
  const found = new Map<string, StoredLeg[]>(page.map(({ id }) => [id, []]));
  if (page.length === 0) return found;
  const rows = await database
    .select({ leg: legs, kickOff: fixtures.kickOff })
    .from(legs)
    .innerJoin(fixtures, sql`${fixtures.id} = ${legs.fixtureId}`)
    .where(inArray(legs.tipId, [...found.keys()]));
  for (const { leg, kickOff } of rows) found.get(leg.tipId)?.push({ ...leg, kickOff });
  return found;
}

function* differences(
  tip: typeof tips.$inferSelect,
  stored: readonly StoredLeg[],
  written: TipsAsWritten,
): Generator<string> {
  const as = written.tips.get(tip.id);
  if (!as) {
    yield `Tip ${tip.id} is there, and nothing says that it was posted.`;
    return;
  }
  const { createdAt, analysis, copiedFrom, stake, confirmedAt, withdrawnAt } = tip;
  const now = JSON.parse(
    JSON.stringify({ createdAt, analysis, copiedFrom, stake, confirmedAt, withdrawnAt }),
  );
  for (const [name, value] of Object.entries(as.facts)) {
    if (now[name] !== value)
      yield `Tip ${tip.id}: ${name} is ${now[name]} and was ${String(value)}.`;
  }
  if (as.chain !== `member:${tip.ownerId}`) yield `Tip ${tip.id} is somebody else's by now.`;
  if (as.legs.size !== stored.length) yield `Tip ${tip.id} has other games than it had.`;
  for (const leg of stored) yield* legDifferences(leg, as.legs.get(leg.fixtureId), written);
}

function* legDifferences(
  { tipId, fixtureId, oddsId, odd, kickOffOdd, result, kickOff }: StoredLeg,
  as: WrittenLeg | undefined,
  written: TipsAsWritten,
): Generator<string> {
  const option = optionWithId(oddsId);
  const now = {
    oddName: option ? oddNameOf(option) : '',
    odd: Number(odd),
    kickOffOdd: Number(kickOffOdd),
    result,
  };
  for (const name of ['oddName', 'odd', 'kickOffOdd', 'result'] as const) {
    if (as?.[name] !== now[name]) {
      yield `Tip ${tipId}, game ${fixtureId}: ${name} is ${now[name]} and was ${as?.[name]}.`;
    }
  }
  const told = written.kickOffOf(fixtureId);
  if (told !== undefined && told !== kickOff.toISOString()) {
    yield `Game ${fixtureId} begins at ${kickOff.toISOString()} and was to begin at ${told}.`;
  }
}
