import { isNull } from 'drizzle-orm';

import { legs, tips } from '#server/db/schema.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { auditTrouble } from '../../../testing/database/audit-chain.ts';
import { isKindOfDesk } from '../../contents/intents.ts';
import { haveAnOrder } from '../../contents/kinds.ts';
import { type Change, changesOf } from '../../world/bookkeeping.ts';
import type { Entry } from '../../world/ledger.ts';
import { kickOffKnown, type World } from '../../world/world.ts';
import {
  answerOf,
  deskBatches,
  judgeKeys,
  needsEffect,
  type TransactionRecord,
  transactionsOf,
} from './transactions.ts';

/** Checks the recorded database changes at the end of a schedule. */
export async function judgeBooks(world: World): Promise<void> {
  const changes = await changesOf(world.server.database);
  const transactions = transactionsOf(changes);
  const parts = await deskBatches(world, transactions);
  judgeEffects(world, transactions, parts);
  judgeParts(world, transactions, parts);
  judgeOrder(world, transactions, parts);
  judgeNotes(world, changes, transactions);
  await judgeKickOffs(world);
}

/** Operations of batches without a stored response, by transaction. */
type Parts = ReadonlyMap<string, Entry>;

function judgeEffects(
  world: World,
  transactions: readonly TransactionRecord[],
  parts: Parts,
): void {
  const isPart = ({ tx }: TransactionRecord) => parts.has(tx);
  const effective = judgeKeys(transactions, isPart, (_, what) => world.found('duplicated', what));
  for (const each of transactions) {
    const answer = answerOf(each);
    if (answer && !isPart(each)) judgeVersion(world, answer, each.effects);
  }
  for (const { id, memberId, kind, alias, done } of world.ledger.entries()) {
    if (done && needsEffect.has(kind) && !effective.has(`${memberId} ${id}`)) {
      world.found('posted without an effect', `${alias} ${kind} changed nothing`);
    }
  }
}

/**
 * Checks that no batch runs twice: between two changes of a subject by one operation, another
 * operation must have changed it.
 */
function judgeParts(world: World, transactions: readonly TransactionRecord[], parts: Parts): void {
  const last = new Map<string, string>();
  for (const each of transactions) {
    const entry = parts.get(each.tx) ?? entryOf(world, answerOf(each));
    // A repeated request for a result marks the tips as changed again, which is no second effect.
    const changed = each.effects.filter(({ what }) => what !== 'changed');
    const subjects = new Set(changed.map(({ subject }) => subject));
    for (const subject of subjects) {
      if (entry && isKindOfDesk(entry.kind) && last.get(subject) === entry.id) {
        const alias = world.ledger.alias(subject);
        world.found('duplicated', `${entry.alias} ${entry.kind} changed ${alias} twice`);
      }
      last.set(subject, entry?.id ?? '');
    }
  }
}

/** The operation of a stored response; another caller may have used an equal key. */
function entryOf(world: World, answer: Change | undefined): Entry | undefined {
  const entry = answer && world.ledger.get(answer.subject);
  return entry?.memberId === answer?.member ? entry : undefined;
}

/** Checks that a request that names a version of a tip changed that version. */
function judgeVersion(world: World, answer: Change, done: readonly Change[]): void {
  // Desk operations name the version of a fixture, which another check compares.
  if (isKindOfDesk(entryOf(world, answer)?.kind ?? '')) return;
  const version = done.find((change) => change.version !== null)?.version;
  const named = entryOf(world, answer)?.bytes?.split(' ').at(-1);
  if (version === undefined || !named || !/^\d+$/.test(named)) return;
  if (Number(named) !== version) {
    const alias = world.ledger.alias(answer.subject);
    world.found('without precondition', `${alias} named version ${named} and changed ${version}`);
  }
}

/** Checks that one device's changes of a common subject have the order of its operations. */
function judgeOrder(world: World, transactions: readonly TransactionRecord[], parts: Parts): void {
  const known = new Map<string, Set<Entry>>();
  for (const { tx, effects: done, answers } of transactions) {
    const entry = done.length > 0 ? (parts.get(tx) ?? entryOf(world, answers[0])) : undefined;
    if (!entry) continue;
    const outbox = `${entry.device} ${entry.memberId}`;
    const before = known.get(outbox) ?? new Set();
    const later = [...before].find((other) => other.seq > entry.seq && haveAnOrder(other, entry));
    if (later) world.found('out of order', `${entry.alias} had its effect after ${later.alias}`);
    known.set(outbox, before.add(entry));
  }
}

/** Checks that each decision has an audit entry in the same transaction. */
function judgeNotes(
  world: World,
  changes: readonly Change[],
  transactions: readonly TransactionRecord[],
): void {
  for (const { what, subject } of changes) {
    if (what === 'note changed' || what === 'note gone')
      world.found('records', `${what}: ${subject}`);
  }
  for (const { effects: done, notes } of transactions) {
    const decisions = done.filter(({ what }) => noted.has(what)).length;
    if (decisions > notes.length) {
      world.found('records', `${decisions} decisions and ${notes.length} notes`);
    }
  }
}

const noted = new Set(['leg', 'confirmed', 'result']);

/**
 * Checks that no accepted post or withdrawal arrived at or after a kick-off, and that a tip is
 * dated by the arrival of its request.
 */
async function judgeKickOffs(world: World): Promise<void> {
  const { database } = world.server;
  const stored = await database.select().from(tips).where(isNull(tips.withdrawnAt));
  const all = await database.select().from(legs);
  for (const tip of stored) {
    const arrived = tip.createdAt.getTime();
    const alias = world.ledger.alias(tip.id);
    const acceptedAt = world.ledger.get(tip.id)?.done?.at;
    if (acceptedAt !== undefined && acceptedAt !== arrived) {
      world.found(
        'after kick-off',
        `${alias} counts from ${(acceptedAt - arrived) / 1000} s before`,
      );
    }
    for (const { fixtureId } of all.filter(({ tipId }) => tipId === tip.id)) {
      const kickOff = kickOffKnown(world, fixtureId, arrived) ?? Infinity;
      if (arrived < kickOff) continue;
      const late = (arrived - kickOff) / 1000;
      world.found('after kick-off', `${alias} stands, ${late} s late`);
    }
  }
}

/** Checks that public rows equal the replayed audit log, whose entries must form a chain. */
export async function judgeRecords({ server, found, ledger }: World): Promise<void> {
  const { problems } = await verifyDatabase(server.database);
  for (const problem of problems) found('records', problem);
  for (const { subject, what } of await auditTrouble(server.database)) {
    const [kind, id = ''] = subject.split(/:(.*)/s);
    found('records', `the audit of ${kind === 'tip' ? ledger.alias(id) : id}: ${what}`);
  }
}
