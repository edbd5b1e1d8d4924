import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Database } from '#server/db/database.ts';

import { needsPerson } from '../checks/stuck.ts';
import type { Change } from '../world/bookkeeping.ts';
import type { Phone, Promised } from './phone.ts';

/** What may never be; each of them has to stay at zero. */
export const checks = [
  'lost',
  'duplicated',
  'out of order',
  'stuck',
  'wrong member',
  'partial effects',
] as const;
type Check = (typeof checks)[number];

export type Violation = { check: Check; what: string };

const Rows = z.array(
  z.object({
    tx: z.string(),
    what: z.string(),
    subject: z.string(),
    member: z.nullable(z.string()),
    status: z.nullable(z.number()),
    version: z.nullable(z.number()),
  }),
);

/** The place in the database's own books from where a schedule's changes begin. */
export async function bookmark(database: Database): Promise<string> {
  const { rows } = await database.execute(
    sql`select coalesce(max(id), 0)::text as place from faults_changes`,
  );
  return z.parse(z.array(z.object({ place: z.string() })), rows)[0]?.place ?? '0';
}

/** Judges a schedule by what its phones were promised and what the database says was done. */
export async function judge(
  database: Database,
  since: string,
  phones: readonly Phone[],
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const found = (check: Check, what: string) => violations.push({ check, what });
  const promised = phones.flatMap((phone) => phone.promised());
  const deeds = await deedsOf(database, since, new Set(phones.map(({ person }) => person.id)));

  judgeDeeds(deeds, found);
  const answered = new Map(
    deeds.flatMap(({ answers }) => answers.map((answer) => [answer.subject, answer] as const)),
  );
  const stored = new Set<string>();
  for (const phone of phones) {
    for (const id of await judgeStored(phone, answered, found)) stored.add(id);
  }
  judgePromises(promised, stored, deeds, answered, found);
  judgeOrder(promised, deeds, found);
  await judgeLegs(database, promised, answered, found);
  return violations;
}

type Found = (check: Check, what: string) => void;
type Deed = { effects: Change[]; answers: Change[] };

/** What each transaction did, as far as these people have to do with it. */
async function deedsOf(
  database: Database,
  since: string,
  people: ReadonlySet<string>,
): Promise<Deed[]> {
  const { rows } = await database.execute(
    sql`select tx::text, what, subject, member, status, version from faults_changes
      where id > ${since}::bigint order by id`,
  );
  const byTransaction = new Map<string, Change[]>();
  for (const change of Rows.parse(rows)) {
    const others = byTransaction.get(change.tx);
    if (others) others.push(change);
    else byTransaction.set(change.tx, [change]);
  }
  return [...byTransaction.values()]
    .filter((changes) => changes.some(({ member }) => member !== null && people.has(member)))
    .map((changes) => ({
      effects: changes.filter(({ what }) => what !== 'answered' && !what.startsWith('note')),
      answers: changes.filter(({ what }) => what === 'answered'),
    }));
}

function judgeDeeds(deeds: readonly Deed[], found: Found): void {
  const times = new Map<string, number>();
  for (const { effects, answers } of deeds) {
    if (effects.length === 0) continue;
    const what = effects.map((change) => change.what).join(', ');
    const [answer, ...more] = answers;
    if (!answer) found('partial effects', `${what} without an answer`);
    else if ((answer.status ?? 0) >= 300) found('partial effects', `${what} with a refusal`);
    else times.set(answer.subject, (times.get(answer.subject) ?? 0) + 1);
    if (more.length > 0) found('duplicated', `${what} for several keys`);
  }
  for (const [key, count] of times) {
    if (count > 1) found('duplicated', `${key} had its effect ${count} times`);
  }
}

/** What a phone still has at the end must be there for a reason that the server gave. */
async function judgeStored(
  phone: Phone,
  answered: ReadonlyMap<string, Change>,
  found: Found,
): Promise<string[]> {
  const rows = await phone.pending();
  for (const row of rows) {
    if (!needsPerson(row, rows)) {
      found('stuck', `${row.kind} ${row.id} is ${row.state} after ${row.attempts} attempts`);
    }
    const refused = row.state === 'rejected' || row.state === 'conflict';
    const status = answered.get(row.id)?.status;
    // A stale version is no answer that is stored.
    if (refused && row.problem?.status !== 412 && (status ?? 0) < 400) {
      found('lost', `${row.kind} ${row.id} counts as refused (${row.problem?.code}), and was not`);
    }
  }
  return rows.map(({ id }) => id);
}

const leavesTraces = new Set([
  'tip.post',
  'tip.book',
  'tip.withdraw',
  'tip.confirm',
  'profile.save',
  'picture.set',
]);

function judgePromises(
  promised: readonly Promised[],
  stored: ReadonlySet<string>,
  deeds: readonly Deed[],
  answered: ReadonlyMap<string, Change>,
  found: Found,
): void {
  const effective = new Set(
    deeds
      .filter(({ effects }) => effects.length > 0)
      .flatMap(({ answers }) => answers.map(({ subject }) => subject)),
  );
  for (const { row, memberId, mayBeMerged } of promised) {
    const answer = answered.get(row.id);
    const name = `${row.kind} ${row.id}`;
    if (answer && answer.member !== memberId) found('wrong member', name);
    if (!answer) {
      if (!mayBeMerged && !stored.has(row.id)) found('lost', `${name} is neither here nor there`);
      continue;
    }
    // Two phones of one member may book the same tip: both have what they want.
    const hasIt = answer.status === 409 && row.kind === 'tip.book';
    if (hasIt) continue;
    const taken = (answer.status ?? 0) < 300;
    if (!taken && !stored.has(row.id)) {
      const merged = mayBeMerged ? ', which went into something newer' : '';
      found('lost', `${name}${merged}, was refused with ${answer.status}, and nobody knows`);
    }
    if (taken && leavesTraces.has(row.kind) && !effective.has(row.id)) {
      found('partial effects', `${name} was answered and changed nothing`);
    }
  }
}

/** Within a lane of a phone effects come in the order they were asked for. */
function judgeOrder(promised: readonly Promised[], deeds: readonly Deed[], found: Found): void {
  const byKey = new Map(promised.map((entry) => [entry.row.id, entry]));
  const last = new Map<string, Promised>();
  for (const { effects, answers } of deeds) {
    const entry = effects.length > 0 ? byKey.get(answers[0]?.subject ?? '') : undefined;
    if (!entry) continue;
    const lane = `${entry.phone} ${entry.row.lane}`;
    const before = last.get(lane);
    if (before && before.row.seq > entry.row.seq) {
      found('out of order', `${entry.row.kind} ${entry.row.id} came after ${before.row.kind}`);
    }
    last.set(lane, entry);
  }
}

const Counts = z.array(z.object({ id: z.string(), legs: z.number() }));
const Options = z.looseObject({ options: z.array(z.unknown()) });

/** A tip has all of its legs or is not there. */
async function judgeLegs(
  database: Database,
  promised: readonly Promised[],
  answered: ReadonlyMap<string, Change>,
  found: Found,
): Promise<void> {
  const posted = promised.filter(
    ({ row }) => row.kind === 'tip.post' && (answered.get(row.id)?.status ?? 500) < 300,
  );
  if (posted.length === 0) return;
  const { rows } = await database.execute(
    sql`select tips.id, count(legs.tip_id)::int as legs from tips
      left join legs on legs.tip_id = tips.id
      where tips.id in (${sql.join(
        posted.map(({ row }) => sql`${row.id}`),
        sql`, `,
      )}) group by tips.id`,
  );
  const legs = new Map(Counts.parse(rows).map((each) => [each.id, each.legs]));
  for (const { row } of posted) {
    const wanted = Options.safeParse(row.payload).data?.options.length;
    if (legs.get(row.id) !== wanted) {
      found('partial effects', `${row.id} has ${legs.get(row.id) ?? 'no'} of ${wanted} legs`);
    }
  }
}
