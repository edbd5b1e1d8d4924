import type { Database } from '#server/db/database.ts';

import { needPerson } from '../checks/stuck.ts';
import { type Intent, isOfDesk, tipOf } from '../contents/intents.ts';
import { memberAtFirst, nothingDue, applyIntent } from '../contents/due.ts';
import type { Due, Season, AcceptedIntent } from '../contents/rows-due.ts';
import { judgePhone } from '../contents/phone.ts';
import { type Refused, reasonsAgainst } from '../contents/reasons.ts';
import { isSameResult } from '../contents/results.ts';
import { judgeGames, judgeStored } from '../contents/stored.ts';
import { type Change, changesOf, claimsOf } from '../world/bookkeeping.ts';
import type { Field, Scene } from './ground.ts';
import { missedTips } from './missed-tips.ts';
import type { Game, Person } from './people.ts';
import type { Phone, Promised } from './phone.ts';

/** Checks whose number of failures must stay zero. */
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

/** Compares the requests of a schedule's phones with the database and the phones. */
export async function judge(
  { database }: Pick<Field, 'database'>,
  since: number,
  { phones, people, games, directIntents: reportedDirectly }: Judged,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const found = (check: Check, what: string) => violations.push({ check, what });
  const promised = phones.flatMap((phone) => phone.promised());
  const transactions = await transactionsOf(
    database,
    since,
    new Set(Object.values(people).map(({ id }) => id)),
  );

  await nameParts(database, transactions, promised);
  judgeTransactions(transactions, found);
  const answered = new Map(
    transactions.flatMap(({ answers }) =>
      answers.map((answer) => [answer.subject, answer] as const),
    ),
  );
  const stored = new Set<string>();
  for (const phone of phones) {
    for (const id of await judgeStoredOn(phone, answered, found)) stored.add(id);
    for (const what of phone.cancelledWrongly()) {
      found('lost', `of ${what} and what it spoke for nothing is left`);
    }
  }
  judgePromises(promised, stored, transactions, answered, found);
  judgeOrder(promised, transactions, found);

  const intents = new Map(promised.map(({ row, intent }) => [row.id, [intent]] as const));
  const intentsUnder = (key: string) => intents.get(key) ?? reportedDirectly.get(key) ?? [];
  const due = dueAfter({ transactions, people: Object.values(people), games }, intentsUnder, found);
  const complain = (where: string) => (subject: string, what: string) =>
    void found('not as asked', `${where}: ${subject} ${what}`);
  await judgeStored(database, due, complain('the database'));
  const ids = games.map(({ id }) => id);
  await judgeGames(database, due.results, complain('the database'), ids);
  for (const phone of phones) {
    const phoneRows = await phone.holds();
    judgePhone(due, phoneRows, seasonOf(games, due), complain(`a phone of ${phone.person.name}`));
  }
  return violations;
}

/** The expected state after all accepted requests; refusals are checked in between. */
function dueAfter(
  {
    transactions,
    people,
    games,
  }: {
    transactions: readonly TransactionRecord[];
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
    // A result is visible after its first batch, before its response.
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

/** Stored refusals hold at any time, so concurrent changes do not matter. */
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

/** Games with fixed kick-offs and the results accepted so far. */
function seasonOf(games: readonly Game[], { results }: Due) {
  return {
    kickOff: (fixtureId: string) =>
      games.find(({ id }) => id === fixtureId)?.kickOff.getTime() ?? 0,
    result: (fixtureId: string) => results.get(fixtureId),
  };
}

type Found = (check: Check, what: string) => void;

/** The changes of a transaction; `part` is the operation of a batch without a response. */
type TransactionRecord = {
  effects: Change[];
  answers: Change[];
  claims: Change[];
  part?: { key: string; memberId: string; intent: Intent };
};

/** The changes of each transaction that concern these members. */
async function transactionsOf(
  database: Database,
  since: number,
  people: ReadonlySet<string>,
): Promise<TransactionRecord[]> {
  const byTransaction = new Map<string, Change[]>();
  for (const change of await changesOf(database, since)) {
    const others = byTransaction.get(change.tx);
    if (others) others.push(change);
    else byTransaction.set(change.tx, [change]);
  }
  return [...byTransaction.values()]
    .filter((changes) => changes.some(({ member }) => member !== null && people.has(member)))
    .map((changes) => ({
      effects: changes.filter(({ what }) => !isBeside.has(what)),
      answers: changes.filter(({ what }) => what === 'answered'),
      claims: changes.filter(({ what }) => what === 'claimed'),
    }));
}

const isBeside: ReadonlySet<string> = new Set([
  'answered',
  'claimed',
  'noted',
  'note changed',
  'note gone',
]);

/** Desk operations run in batches, each under the key that it reserved. */
async function nameParts(
  database: Database,
  transactions: readonly TransactionRecord[],
  promised: readonly Promised[],
): Promise<void> {
  const ofDesk = promised.filter(({ intent }) => isOfDesk(intent));
  const names = new Map(ofDesk.map((entry) => [`${entry.memberId} ${entry.row.id}`, entry]));
  const claims = await claimsOf(database, [...names.keys()]);
  for (const record of transactions) {
    if (record.effects.length === 0 || record.answers.length > 0) continue;
    const [entry] = record.claims.flatMap(
      ({ subject }) => names.get(claims.get(subject) ?? '') ?? [],
    );
    if (entry) record.part = { key: entry.row.id, memberId: entry.memberId, intent: entry.intent };
  }
}

function judgeTransactions(transactions: readonly TransactionRecord[], found: Found): void {
  const times = new Map<string, number>();
  for (const record of transactions) {
    const { effects, answers } = record;
    if (effects.length === 0) continue;
    const what = effects.map((change) => change.what).join(', ');
    const [answer, ...more] = answers;
    if (!answer && record.part) judgePart(record, transactions, found);
    else if (!answer) found('partial effects', `${what} without an answer`);
    else if ((answer.status ?? 0) >= 300) found('partial effects', `${what} with a refusal`);
    else times.set(answer.subject, (times.get(answer.subject) ?? 0) + 1);
    if (more.length > 0) found('duplicated', `${what} for several keys`);
  }
  for (const [key, count] of times) {
    if (count > 1) found('duplicated', `${key} had its effect ${count} times`);
  }
}

/** Verifies that a batch is followed by the rest and a response, and that none repeats another. */
function judgePart(
  record: TransactionRecord,
  transactions: readonly TransactionRecord[],
  found: Found,
): void {
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

/** Verifies that an operation that is left on a phone was refused by the server. */
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
    // A stale version is a response that is not stored.
    if (refused && row.problem?.status !== 412 && (status ?? 0) < 400) {
      found('lost', `${row.kind} ${row.id} counts as refused (${row.problem?.code}), and was not`);
    }
  }
  return rows.map(({ id }) => id);
}

const needsEffect = new Set([
  'tip.post',
  'tip.book',
  'tip.withdraw',
  'profile.save',
  'picture.set',
]);

function judgePromises(
  promised: readonly Promised[],
  stored: ReadonlySet<string>,
  transactions: readonly TransactionRecord[],
  answered: ReadonlyMap<string, Change>,
  found: Found,
): void {
  const effects = transactions.flatMap((record) => record.effects);
  const effective = new Set(
    transactions
      .filter((record) => record.effects.length > 0)
      .flatMap(({ answers }) => answers.map(({ subject }) => subject)),
  );
  for (const { row, memberId, intent, isSpokenFor } of promised) {
    const answer = answered.get(row.id);
    const name = `${row.kind} ${row.id}`;
    if (answer && answer.member !== memberId) found('wrong member', name);
    if (!answer) {
      if (!isSpokenFor && !stored.has(row.id)) found('lost', `${name} is neither here nor there`);
      continue;
    }
    // Two phones of one member may book the same tip: one booking fulfils both.
    const booked = effects.some(
      ({ what, subject }) => what === 'booked' && subject === tipOf(intent),
    );
    if (answer.status === 409 && row.kind === 'tip.book' && booked) continue;
    const accepted = (answer.status ?? 0) < 300;
    if (!accepted && !stored.has(row.id)) {
      found('lost', `${name} was refused with ${answer.status}, and nobody knows`);
    }
    if (accepted && needsEffect.has(row.kind) && !effective.has(row.id)) {
      found('partial effects', `${name} was answered and changed nothing`);
    }
  }
}

/** Verifies that effects of one phone's lane keep the order of the requests. */
function judgeOrder(
  promised: readonly Promised[],
  transactions: readonly TransactionRecord[],
  found: Found,
): void {
  const byKey = new Map(promised.map((entry) => [entry.row.id, entry]));
  const last = new Map<string, Promised>();
  for (const { effects, answers } of transactions) {
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
