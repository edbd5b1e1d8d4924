import type { Tipster } from '#contract/members.ts';

import { memberAtFirst, nothingDue } from '../../contents/due.ts';
import { applyIntent } from '../../contents/kinds.ts';
import type { Due, Season, AcceptedIntent } from '../../contents/rows-due.ts';
import { type PhoneRows, judgePhone } from '../../contents/phone.ts';
import { isOfDesk } from '../../contents/intents.ts';
import { afterFile } from '../../contents/results.ts';
import { type DifferenceReporter, judgeGames, judgeStored } from '../../contents/stored.ts';
import { type Change, changesOf } from '../../world/bookkeeping.ts';
import type { Device } from '../../world/device.ts';
import { followsAtFirst, type Person } from '../../world/people.ts';
import { kickOffKnown, type World } from '../../world/world.ts';
import { deskBatches, transactionsOf } from './transactions.ts';
import { judgeRefusal, judgeAccepted, refusalsIn } from './refusals.ts';
import { isTip, readBase } from './view.ts';

/** Compares all accepted requests with the database and every phone at the end of a schedule. */
export async function judgeContents(world: World): Promise<void> {
  const due = await dueIn(world);
  const reportDifference = (where: string): DifferenceReporter => {
    return (subject, what) => {
      const names = subject.split(' ').map((id) => nameOf(world, id));
      world.found('not as asked', `${where}: ${names.join(' of ')} ${what}`);
    };
  };
  const { database } = world.server;
  await judgeStored(database, due, reportDifference('the database'));
  await judgeGames(database, due.results, reportDifference('the database'));
  const { kickOff, result } = seasonIn(world, due);
  const now = world.time.now();
  const games = {
    kickOff: (id: string) => kickOff(id, now),
    result: (id: string) => result(id, now),
  };
  for (const device of world.devices) {
    const phoneRows = device.login && phoneRowsOf(device, device.login.person);
    if (phoneRows) judgePhone(due, phoneRows, games, reportDifference(`device ${device.number}`));
  }
}

function nameOf({ people, ledger }: World, id: string): string {
  return people.find((person) => person.id === id)?.name ?? ledger.alias(id);
}

/**
 * Computes the expected state: the initial state, changed by each accepted request in order.
 * Refusals are checked where they happened.
 */
async function dueIn(world: World): Promise<Due> {
  const due = nothingDue({ timed: true });
  for (const { id, name } of world.people) due.members.set(id, memberAtFirst(name));
  for (const [memberId, tipsterId] of followsAtFirst(world.people)) {
    due.follows.set(`${memberId} ${tipsterId}`, true);
  }
  const versions = new Map(world.games.map(({ id }) => [id, 1]));
  const season = { ...seasonIn(world, due), version: (id: string) => versions.get(id) };
  const refusals = refusalsIn(world);
  const fileResults = [...world.fileResults];
  const comesTo = (place: number) => {
    while ((refusals[0]?.refusal.after ?? Infinity) < place) {
      const [open] = refusals.splice(0, 1);
      if (open) judgeRefusal(world, open, due, season);
    }
    while ((fileResults[0]?.place ?? Infinity) < place) {
      const [one] = fileResults.splice(0, 1);
      if (one) applyFileResult(due, one);
    }
  };
  const changes = await changesOf(world.server.database);
  const parts = await partsIn(world, changes);
  for (const change of changes) {
    const { id, tx, what, subject: key, member, status, becomes } = change;
    comesTo(id);
    const part = parts.get(tx);
    if (part) {
      parts.delete(tx);
      applyAccepted(world, due, { ...part, arrivedAt: handledAt(world, id) }, season);
    }
    if (becomes !== null) versions.set(key, becomes);
    if (what !== 'answered' || status === null || status >= 300 || member === null) continue;
    const accepted = acceptedUnder(world, member, key);
    if (accepted) applyAccepted(world, due, accepted, season);
    else world.found('not as asked', `nobody asked for ${world.ledger.alias(key)}`);
  }
  comesTo(Infinity);
  return due;
}

type VersionedSeason = Required<Season>;

/**
 * Applies an accepted request. Desk changes and posts are checked first, because no other check
 * detects that the server should have refused them.
 */
function applyAccepted(
  world: World,
  due: Due,
  accepted: AcceptedIntent,
  season: VersionedSeason,
): void {
  const entry = world.ledger.get(accepted.key);
  if (entry && (isOfDesk(accepted.intent) || accepted.intent.kind === 'tip.post'))
    judgeAccepted(world, entry, { due, accepted, season });
  applyIntent(due, accepted, season);
}

/** Returns the batches that were committed without a stored response, by transaction. */
async function partsIn(
  world: World,
  changes: readonly Change[],
): Promise<Map<string, Omit<AcceptedIntent, 'arrivedAt'>>> {
  const transactions = transactionsOf(changes);
  const batches = await deskBatches(world, transactions);
  return new Map(
    transactions.flatMap(({ tx, effects }) => {
      const { id: key, memberId, intent } = batches.get(tx) ?? {};
      if (key === undefined || memberId === undefined || !intent) return [];
      const only = new Set(effects.map(({ subject }) => subject));
      return [[tx, { key, memberId, intent, only }] as const];
    }),
  );
}

/** Returns when the first request at or after this position was handled; now if there is none. */
function handledAt({ handled, time }: World, place: number): number {
  return handled.find((request) => request.place >= place)?.at ?? time.now();
}

function applyFileResult(
  { results }: Due,
  { fixtureId, result }: World['fileResults'][number],
): void {
  if (result) results.set(fixtureId, afterFile(result, results.get(fixtureId)));
  else results.delete(fixtureId);
}

function acceptedUnder(world: World, memberId: string, key: string): AcceptedIntent | undefined {
  const stray = world.strays.get(`${memberId} ${key}`);
  if (stray) return { memberId, key, intent: stray, arrivedAt: 0 };
  const entry = world.ledger.get(key);
  if (!entry?.intent || entry.memberId !== memberId) return undefined;
  return { memberId, key, intent: entry.intent, arrivedAt: entry.done?.at ?? world.time.now() };
}

/** The games, with the results that the server has accepted so far. */
function seasonIn(world: World, { results }: Due): Season {
  return {
    kickOff: (fixtureId, at) => kickOffKnown(world, fixtureId, at) ?? Infinity,
    result: (fixtureId) => results.get(fixtureId),
  };
}

/** All rows that a device has stored. */
function phoneRowsOf(device: Device, { id: memberId, role }: Person): PhoneRows {
  const everybody = device.disk.rows(`touchline-member-${memberId}`, 'adminTips').filter(isTip);
  const feed = device.disk.rows('touchline', 'tips').filter(isTip);
  const adminList = { reader: 'administrator', tips: everybody, whole: true } as const;
  return {
    memberId,
    own: readBase(device, memberId),
    lists: [
      { reader: 'anybody', tips: feed, whole: true },
      ...(role === 'administrator' ? [adminList] : []),
    ],
    tipsters: device.disk.rows('touchline', 'tipsters').filter(isTipster),
  };
}

function isTipster(row: object): row is Tipster {
  return 'firstName' in row && 'record' in row;
}
