import type { Database } from '#server/db/database.ts';

import { needPerson } from '../model/checks/stuck.ts';
import {
  batchesIn,
  judgeKeys,
  needsEffect,
  type TransactionRecord,
  transactionsOf,
} from '../model/checks/transactions.ts';
import { type Intent, isOfDesk, tipOf } from '../contents/intents.ts';
import { memberAtFirst, nothingDue } from '../contents/due.ts';
import { applyIntent } from '../contents/kinds.ts';
import type { Due, Season, AcceptedIntent } from '../contents/rows-due.ts';
import { judgePhone } from '../contents/phone.ts';
import { type Refused, reasonsAgainst } from '../contents/reasons.ts';
import { isSameResult } from '../contents/results.ts';
import { judgeGames, judgeStored } from '../contents/stored.ts';
import { type Change, changesOf } from '../world/bookkeeping.ts';
import type { Field, Scene } from './scene.ts';
import { missedTips } from './missed-tips.ts';
import type { Game, Person } from '../world/community.ts';
import type { Phone, Promised } from './phone.ts';
import { hasCommonSubject } from '#sync/outbox/subjects.ts';

/** The checks of a run; each must find nothing. */
export const checks = [
  'lost',
  'duplicated',
  'out of order',
  'stuck',
  'wrong member',
  'partial effects',
  'refused without cause',
  'not as asked',
] as const;
type Check = (typeof checks)[number];

export type Violation = { check: Check; what: string };

type Judged = Pick<Scene, 'phones' | 'people' | 'games' | 'directIntents'>;

/** Compares the requests of a schedule's phones with the database and with the phones' rows. */
export async function judge(
  { database }: Pick<Field, 'database'>,
  since: number,
  { phones, people, games, directIntents: reportedDirectly }: Judged,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const found = (check: Check, what: string) => violations.push({ check, what });
  const promised = phones.flatMap((phone) => phone.promised());
  const members = Object.values(people);
  const transactions = await transactionsSince(database, since, members, promised);
  const isPart = (record: Transaction) => record.part !== undefined;
  const effective = judgeKeys(transactions, isPart, (fault, what) =>
    found(fault === 'partial' ? 'partial effects' : fault, what),
  );
  for (const each of transactions) if (isPart(each)) judgePart(each, transactions, found);
  const answered = new Map(
    transactions.flatMap(({ answers }) =>
      answers.map((answer) => [answer.subject, answer] as const),
    ),
  );
  const stored = new Set<string>();
  for (const phone of phones) {
    for (const id of await judgeStoredOn(phone, answered, found)) stored.add(id);
    for (const what of phone.cancelledWrongly()) {
      found('lost', `of ${what} and the replaced ones nothing is left`);
    }
  }
  judgePromises(promised, { stored, transactions, answered, effective }, found);
  judgeOrder(promised, transactions, found);

  const intents = new Map(promised.map(({ row, intent }) => [row.id, [intent]] as const));
  const intentsUnder = (key: string) => intents.get(key) ?? reportedDirectly.get(key) ?? [];
  const due = dueAfter({ transactions, people: members, games }, intentsUnder, found);
  const reportDifference = (where: string) => (subject: string, what: string) =>
    void found('not as asked', `${where}: ${subject} ${what}`);
  await judgeStored(database, due, reportDifference('the database'));
  const ids = games.map(({ id }) => id);
  await judgeGames(database, due.results, reportDifference('the database'), ids);
  for (const phone of phones) {
    const phoneRows = await phone.holds();
    judgePhone(
      due,
      phoneRows,
      seasonOf(games, due),
      reportDifference(`a phone of ${phone.person.name}`),
    );
  }
  return violations;
}

/** The expected rows after all accepted requests; checks refusals on the way. */
function dueAfter(
  {
    transactions,
    people,
    games,
  }: {
    transactions: readonly Transaction[];
    people: readonly Person[];
    games: readonly Game[];
  },
  intentsUnder: (key: string) => readonly Intent[],
  found: Found,
): Due {
  const due = nothingDue({ timed: false });
  for (const { id, name } of people) due.members.set(id, memberAtFirst(name));
  const arrivedAt = Date.now();
  const versions = new Map<string, number>();
  const season = { ...seasonOf(games, due), version: (id: string) => versions.get(id) ?? 1 };
  const acceptedResults = new Set<string>();
  const accepts = (accepted: AcceptedIntent) => {
    const { intent, key } = accepted;
    if (intent.kind !== 'result.set') {
      applyIntent(due, accepted, season);
      return;
    }
    // A result is already visible after the first batch, before the response.
    if (acceptedResults.has(key)) return;
    acceptedResults.add(key);
    const { fixtureId } = intent.payload;
    const before = due.results.get(fixtureId);
    applyIntent(due, accepted, season);
    const isSame = isSameResult(before, due.results.get(fixtureId));
    if (!isSame) versions.set(fixtureId, season.version(fixtureId) + 1);
  };
  const posts = transactions.flatMap(({ effects }) =>
    effects.filter(({ what }) => what === 'posted'),
  );
  const missedBy = (key: string) => {
    const parts = transactions.filter(
      ({ part, answers }) => part?.key === key || answers.some(({ subject }) => subject === key),
    );
    return missedTips(
      parts.map(({ effects, answers }) => [...effects, ...answers]),
      posts,
    );
  };
  const acceptAnswer = ({ subject: key, member, status, code }: Change) => {
    if (status === null || member === null) return;
    for (const intent of intentsUnder(key)) {
      const missed = isOfDesk(intent) && { missed: missedBy(key) };
      const asked = { key, memberId: member, intent, arrivedAt, ...missed };
      if (status < 300) accepts(asked);
      else judgeRefusal(due, { ...asked, version: undefined }, { people, season, code, found });
    }
  };
  for (const { part, answers } of transactions) {
    if (part?.intent.kind === 'result.set') accepts({ ...part, arrivedAt });
    for (const answer of answers) acceptAnswer(answer);
  }
  return due;
}

/** Checks a refusal that the server stores; it must hold whatever runs concurrently. */
function judgeRefusal(
  due: Due,
  refused: Refused,
  {
    people,
    season,
    code,
    found,
  }: { people: readonly Person[]; season: Season; code: string | null; found: Found },
): void {
  const reasons = reasonsAgainst(due, refused, {
    ...season,
    version: () => undefined,
    isAdministrator: (id) =>
      people.some((person) => person.id === id && person.role === 'administrator'),
    mayBeUnverified: () => false,
  });
  if (code !== null && reasons.includes(code)) return;
  const { key, intent } = refused;
  const possible = reasons.join(', ') || 'nothing';
  found('refused without cause', `${intent.kind} ${key}: ${code}, and against it is ${possible}`);
}

/** The games with their fixed kick-offs, and the results accepted so far. */
function seasonOf(games: readonly Game[], { results }: Due) {
  return {
    kickOff: (fixtureId: string) =>
      games.find(({ id }) => id === fixtureId)?.kickOff.getTime() ?? 0,
    result: (fixtureId: string) => results.get(fixtureId),
  };
}

type Found = (check: Check, what: string) => void;

/** The changes of a transaction; `part` is set if it ran a batch without a response. */
type Transaction = TransactionRecord & { part?: Part | undefined };
type Part = { key: string; memberId: string; intent: Intent };

/** The transactions that concern these members, with the desk operations of batches. */
async function transactionsSince(
  database: Database,
  since: number,
  people: readonly Person[],
  promised: readonly Promised[],
): Promise<Transaction[]> {
  const ids = new Set(people.map(({ id }) => id));
  const concerns = ({ effects, notes, answers }: TransactionRecord) =>
    [...effects, ...notes, ...answers].some(({ member }) => member !== null && ids.has(member));
  const transactions = transactionsOf(await changesOf(database, since)).filter(concerns);
  const ofDesk = promised.filter(({ intent }) => isOfDesk(intent));
  const operations = new Map(
    ofDesk.map(({ row: { id: key }, memberId, intent }): [string, Part] => [
      `${memberId} ${key}`,
      { key, memberId, intent },
    ]),
  );
  const open = transactions.filter(({ answers }) => answers.length === 0);
  const parts = await batchesIn(database, open, operations);
  return transactions.map((each) => ({ ...each, part: parts.get(each.tx) }));
}

/** Checks that a batch was followed by a transaction with a success, and that no change happened twice. */
function judgePart(record: Transaction, transactions: readonly Transaction[], found: Found): void {
  const { part, effects } = record;
  const whole = transactions.find(({ answers }) =>
    answers.some(({ subject }) => subject === part?.key),
  );
  const name = `${part?.intent.kind} ${part?.key}`;
  const isAccepted = whole?.answers.some(({ status }) => status !== null && status < 300);
  if (!isAccepted) found('partial effects', `${name} was begun, and not ended`);
  const others = transactions.filter(
    (each) => each !== record && (each === whole || each.part?.key === part?.key),
  );
  for (const { what, subject } of effects) {
    if (what === 'changed') continue;
    const isTwice = others.some((each) =>
      each.effects.some((effect) => effect.what === what && effect.subject === subject),
    );
    if (isTwice) found('duplicated', `${name} did ${what} to ${subject} twice`);
  }
}

/** Checks that every operation left on a phone was refused; returns the ids of these operations. */
async function judgeStoredOn(
  phone: Phone,
  answered: ReadonlyMap<string, Change>,
  found: Found,
): Promise<string[]> {
  const rows = await phone.pending();
  const needy = needPerson(rows);
  for (const row of rows) {
    if (!needy.has(row)) {
      found('stuck', `${row.kind} ${row.id} is ${row.state} after ${row.attempts} attempts`);
    }
    const refused = row.state === 'rejected' || row.state === 'conflict';
    const status = answered.get(row.id)?.status;
    // The server does not store a refusal for a stale version.
    if (refused && row.problem?.status !== 412 && (status ?? 0) < 400) {
      found('lost', `${row.kind} ${row.id} counts as refused (${row.problem?.code}), and was not`);
    }
  }
  return rows.map(({ id }) => id);
}

type Outcomes = {
  /** The ids of operations that phones still store. */
  stored: ReadonlySet<string>;
  transactions: readonly Transaction[];
  answered: ReadonlyMap<string, Change>;
  /** The keys with an effect, as `member key`. */
  effective: ReadonlySet<string>;
};

function judgePromises(
  promised: readonly Promised[],
  { stored, transactions, answered, effective }: Outcomes,
  found: Found,
): void {
  const effects = transactions.flatMap((record) => record.effects);
  for (const { row, memberId, intent, isReplaced } of promised) {
    const answer = answered.get(row.id);
    const name = `${row.kind} ${row.id}`;
    if (answer && answer.member !== memberId) found('wrong member', name);
    if (!answer) {
      if (!isReplaced && !stored.has(row.id)) found('lost', `${name} is neither here nor there`);
      continue;
    }
    // If two phones of a member book the same tip, one booking fulfils both.
    const booked = effects.some(
      ({ what, subject }) => what === 'booked' && subject === tipOf(intent),
    );
    if (answer.status === 409 && row.kind === 'tip.book' && booked) continue;
    const accepted = (answer.status ?? 0) < 300;
    if (!accepted && !stored.has(row.id)) {
      found('lost', `${name} was refused with ${answer.status}, and nobody knows`);
    }
    if (accepted && needsEffect.has(row.kind) && !effective.has(`${memberId} ${row.id}`)) {
      found('partial effects', `${name} was answered and changed nothing`);
    }
  }
}

/** Checks that a phone's changes of a common subject have the order of its operations. */
function judgeOrder(
  promised: readonly Promised[],
  transactions: readonly Transaction[],
  found: Found,
): void {
  const byKey = new Map(promised.map((entry) => [entry.row.id, entry]));
  const known = new Map<string, Promised[]>();
  for (const { effects, answers } of transactions) {
    const entry = effects.length > 0 ? byKey.get(answers[0]?.subject ?? '') : undefined;
    if (!entry) continue;
    const before = known.get(entry.phone) ?? [];
    const later = before.find(
      ({ row }) => row.seq > entry.row.seq && hasCommonSubject(row, entry.row),
    );
    if (later) {
      found('out of order', `${entry.row.kind} ${entry.row.id} came after ${later.row.kind}`);
    }
    known.set(entry.phone, [...before, entry]);
  }
}
