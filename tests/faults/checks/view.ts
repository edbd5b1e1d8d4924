import type { Profile } from '#contract/members.ts';
import { optimisticFollows, optimisticProfile, optimisticTips } from '#sync/optimistic-rows.ts';
import type { FollowRow, TipRow } from '#sync/storage/member-store.ts';
import { readOperations } from '#sync/outbox/outbox.ts';

import type { Device } from '../world/device.ts';
import { isRecord, type StoredRow } from '../world/reading.ts';
import type { World } from '../world/world.ts';
import { outboxRows } from './sending.ts';

/** What a person is shown, in the few words that can be worked out a second way. */
type Shown = { booked: boolean };

/** Compares what the app shows with the base rows and the operations, worked out apart. */
export function judgeView(world: World, device: Device): void {
  const memberId = device.login?.person.id;
  if (memberId === undefined) return;
  const base = readBase(device, memberId);
  const stored = device.disk.rows(`touchline-member-${memberId}`, 'operations');
  const operations = readOperations(stored);
  const rows = outboxRows(device, memberId).toSorted((one, other) => one.seq - other.seq);

  const shown = new Map(
    optimisticTips(base.tips, operations).map(({ id, IsBooked }) => [
      id,
      IsBooked ? 'booked' : 'saved',
    ]),
  );
  const due = new Map(
    [...tipsDue(base.tips, rows)].map(([id, { booked }]) => [id, booked ? 'booked' : 'saved']),
  );
  compare(world, 'tips', shown, due);

  const followed = optimisticFollows(base.follows, operations).map((row) => [
    row.tipsterId,
    row.following,
  ]);
  compare(
    world,
    'follows',
    new Map(followed.map(([id, is]) => [String(id), String(is)])),
    followsDue(base.follows, rows),
  );
  judgeProfile(world, optimisticProfile(base.profile, operations), base.profile, rows);
}

type Base = { tips: TipRow[]; follows: FollowRow[]; profile: Profile | undefined };

/** Base rows as they are stored; what is stored was checked when it was pulled. */
export function readBase(device: Device, memberId: string): Base {
  const database = `touchline-member-${memberId}`;
  const isTip = (row: object): row is TipRow => 'options' in row && 'booked' in row;
  const isFollow = (row: object): row is FollowRow => 'tipsterId' in row && 'following' in row;
  const isProfile = (value: unknown): value is Profile => isRecord(value) && 'email' in value;
  const documents = device.disk.rows(database, 'documents');
  const profile = documents.find(({ name }) => name === 'profile')?.['value'];
  return {
    tips: device.disk.rows(database, 'tips').filter(isTip),
    follows: device.disk.rows(database, 'follows').filter(isFollow),
    profile: isProfile(profile) ? profile : undefined,
  };
}

const refused = new Set(['rejected', 'conflict', 'unreadable']);

function tipsDue(tips: readonly TipRow[], rows: readonly StoredRow[]): Map<string, Shown> {
  const due = new Map<string, Shown>(
    tips.map(({ id, IsBooked }) => [id, { booked: IsBooked === true }]),
  );
  const versions = new Map(tips.map(({ id, version }) => [id, version]));
  const unborn = new Set<string>();
  for (const { kind, payload, state, ack } of rows) {
    const id = textIn(payload, kind === 'tip.post' ? 'id' : 'tipId');
    if (id === undefined || unborn.has(id)) continue;
    const version = versions.get(id);
    // Base holds it already, or something newer.
    if (ack?.version !== undefined && version !== undefined && version >= ack.version) continue;
    if (kind === 'tip.post') {
      if (!due.has(id)) due.set(id, { booked: false });
      // A refused slip stays to be seen; what was done with it afterwards has not happened.
      if (refused.has(state) && version === undefined) unborn.add(id);
    } else if (!refused.has(state)) {
      if (kind === 'tip.book' && due.has(id)) due.set(id, { booked: true });
      if (kind === 'tip.withdraw' && state === 'acked') due.delete(id);
    }
  }
  return due;
}

function followsDue(
  follows: readonly FollowRow[],
  rows: readonly StoredRow[],
): Map<string, string> {
  const due = new Map(follows.map(({ tipsterId, following }) => [tipsterId, String(following)]));
  for (const { kind, payload, state } of rows) {
    const tipsterId = textIn(payload, 'tipsterId');
    if (kind !== 'follow.set' || tipsterId === undefined) continue;
    const known = due.get(tipsterId) ?? 'false';
    due.set(tipsterId, refused.has(state) ? known : String(valueIn(payload, 'following')));
  }
  return due;
}

const fields = ['firstName', 'lastName', 'state', 'address', 'country'] as const;

const saving = new Set(['profile.save', 'picture.set']);

function judgeProfile(
  world: World,
  shown: Profile | undefined,
  base: Profile | undefined,
  rows: readonly StoredRow[],
): void {
  const saves = rows.filter(({ kind, state }) => saving.has(kind) && !refused.has(state));
  for (const field of fields) {
    const said = saves.flatMap(({ payload }) => textIn(payload, field) ?? []);
    const due = said.at(-1) ?? base?.[field];
    if (shown?.[field] !== due) {
      world.found('view', `the profile's ${field} shows ${shown?.[field]} and should ${due}`);
    }
  }
}

function compare(
  world: World,
  what: string,
  shown: ReadonlyMap<string, string>,
  due: ReadonlyMap<string, string>,
): void {
  for (const id of new Set([...shown.keys(), ...due.keys()])) {
    const [seen, meant] = [shown.get(id) ?? 'nothing', due.get(id) ?? 'nothing'];
    if (seen === meant) continue;
    world.found('view', `of ${what}, ${world.ledger.alias(id)} shows ${seen} and should ${meant}`);
  }
}

function valueIn(payload: unknown, name: string): unknown {
  return isRecord(payload) ? payload[name] : undefined;
}

function textIn(payload: unknown, name: string): string | undefined {
  const value = valueIn(payload, name);
  return typeof value === 'string' ? value : undefined;
}
