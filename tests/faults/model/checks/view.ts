import { Tip } from '#contract/tips.ts';
import type { Profile } from '#contract/members.ts';
import { laterTimeOutEnd, timeOutEnd } from '#domain/time-out.ts';
import {
  toOptimisticAdminTips,
  toOptimisticDesk,
  toOptimisticFollows,
  toOptimisticRow,
  toOptimisticTips,
} from '#sync/optimistic-rows.ts';
import type { FollowRow, TipRow } from '#sync/storage/member-store.ts';
import { parseOperationRows } from '#sync/outbox/operation-parsing.ts';

import { type Intent, type IntentOf, isOfDesk, tipOf } from '../../contents/intents.ts';
import { differences } from '../../contents/differences.ts';
import { formFields } from '../../contents/due.ts';
import type { Device } from '../../world/device.ts';
import { isRecord, type StoredRow } from '../../world/reading.ts';
import type { World } from '../../world/world.ts';
import { outboxRows } from './sending.ts';
import {
  decidedLeg,
  figuresSeen,
  legsSeen,
  type Pending,
  refused,
  type Shown,
} from './shown-tips.ts';
import { changedAtDesk, fixturesDue, fixturesStored, seenOfFixture } from './view-at-desk.ts';

/** Compares the app's view with an independent computation from the server rows and the pending requests. */
export function judgeView(world: World, device: Device): void {
  const memberId = device.login?.person.id;
  if (memberId === undefined) return;
  const database = `touchline-member-${memberId}`;
  const base = readBase(device, memberId);
  const operations = parseOperationRows(device.disk.rows(database, 'operations'));
  const pending = outboxRows(device, memberId)
    .toSorted((one, other) => one.seq - other.seq)
    .flatMap((row) => {
      const intent = world.ledger.get(row.id)?.intent;
      return intent ? [{ row, intent }] : [];
    });

  const shown = toOptimisticTips(base.tips, operations);
  compare(world, 'tips', byId(shown), tipsDue(base.tips, pending));
  const everybody = device.disk.rows(database, 'adminTips').filter(isTip);
  const adminTips = tipsDue(everybody, pending, memberId);
  const known = new Set(everybody.map(({ id }) => id));
  for (const id of adminTips.keys()) if (!known.has(id)) adminTips.delete(id);
  compare(world, 'all tips', byId(toOptimisticAdminTips(everybody, operations)), adminTips);

  const fixtures = fixturesStored(device, memberId);
  const desk = toOptimisticDesk(fixtures, operations).map(seenOfFixture);
  compare(world, 'the desk', byId(desk), fixturesDue(fixtures, pending));

  const followed = toOptimisticFollows(base.follows, operations);
  compare(
    world,
    'follows',
    new Map(followed.map((row) => [row.tipsterId, row])),
    followsDue(base.follows, pending),
  );
  const profile = toOptimisticRow('profile', base.profile, operations);
  const isSet = profile?.picture?.startsWith('blob:');
  for (const what of differences(
    profileDue(base.profile, pending),
    profile && { ...profile, isSet },
  )) {
    world.found('view', `of the profile, ${what}`);
  }
}

type Base = { tips: TipRow[]; follows: FollowRow[]; profile: Profile | undefined };

/** Reads the server rows on a device, which were validated when they were pulled. */
export function readBase(device: Device, memberId: string): Base {
  const database = `touchline-member-${memberId}`;
  const isOwnTip = (row: object): row is TipRow => isTip(row) && 'booked' in row;
  const isFollow = (row: object): row is FollowRow => 'tipsterId' in row && 'following' in row;
  const isProfile = (value: unknown): value is Profile => isRecord(value) && 'email' in value;
  const documents = device.disk.rows(database, 'documents');
  const profile = documents.find(({ name }) => name === 'profile')?.['value'];
  return {
    tips: device.disk.rows(database, 'tips').filter(isOwnTip),
    follows: device.disk.rows(database, 'follows').filter(isFollow),
    profile: isProfile(profile) ? profile : undefined,
  };
}

export function isTip(row: object): row is Tip & Record<string, unknown> {
  return 'options' in row;
}

/** The tips that must be shown, with pending operations applied. */
function tipsDue(
  tips: readonly Tip[],
  pending: readonly Pending[],
  atDesk?: string,
): Map<string, Shown> {
  const due = new Map<string, Shown>(tips.map((tip) => [tip.id, seenOf(tip)]));
  const versions = new Map(tips.map(({ id, version }) => [id, version]));
  const unborn = new Set<string>();
  for (const { row, intent } of pending) {
    const { state, ack } = row;
    if (isOfDesk(intent)) {
      if (atDesk === undefined || refused.has(state)) continue;
      for (const { id, tipsterId } of tips) {
        const isOthers = tipsterId !== atDesk || intent.kind === 'result.set';
        const tip = isOthers ? due.get(id) : undefined;
        if (tip) due.set(id, { ...tip, ...changedAtDesk({ ...tip, id }, intent, row) });
      }
      continue;
    }
    const id = tipOf(intent);
    if (id === undefined || unborn.has(id)) continue;
    const version = versions.get(id);
    // The stored row already contains the operation, or has a newer version.
    if (ack?.version !== undefined && version !== undefined && version >= ack.version) continue;
    const tip = due.get(id);
    if (intent.kind === 'tip.post') {
      if (!tip) due.set(id, postedOrAnswered(intent, row));
      // A refused post stays visible, but later operations on its tip have no effect.
      if (refused.has(state) && version === undefined) unborn.add(id);
    } else if (!refused.has(state) && tip) {
      if (intent.kind !== 'tip.withdraw') due.set(id, { ...tip, ...changeOf(tip, intent, row) });
      // The tip stays public until the server has withdrawn it.
      else if (state === 'acked') due.delete(id);
    }
  }
  return due;
}

/** A posted tip as the server returned it; it has fewer legs if some games had started. */
function postedOrAnswered({ payload }: IntentOf<'tip.post'>, { ack }: StoredRow): Shown {
  const answered = Tip.safeParse(ack?.reply).data;
  if (answered) return seenOf(answered);
  const { stake, analysis, copiedFrom } = payload;
  const options = payload.options.map(
    ({ fixtureId, game, group, oddName, odd, startDateOfGame }) => ({
      fixtureId,
      game,
      group,
      oddName,
      odd,
      startDateOfGame,
      result: 'pending' as const,
      status: false,
      reason: undefined,
    }),
  );
  return {
    stake,
    analysis,
    copiedFrom,
    options,
    IsBooked: false,
    IsGameSuccessful: false,
    ...figuresSeen(options),
  };
}

/** The fields that an operation changes. */
function changeOf({ options = [] }: Shown, intent: Intent, { queuedAt }: StoredRow): Shown {
  switch (intent.kind) {
    case 'tip.book':
      return { IsBooked: true };
    case 'tip.confirm':
      return { IsGameSuccessful: true };
    case 'odds.set':
      return legsSeen(options, (leg) => {
        const odd = intent.payload.changes.find(
          ({ fixtureId }) => fixtureId === leg.fixtureId,
        )?.odd;
        return { ...leg, odd: odd ?? leg.odd };
      });
    case 'leg.settle': {
      const { change } = intent.payload;
      return legsSeen(options, (leg) =>
        leg.fixtureId === change.fixtureId && leg.result !== change.result
          ? decidedLeg(leg, change, queuedAt)
          : leg,
      );
    }
    default:
      return {};
  }
}

/** The fields of a tip that operations can set. */
function seenOf(tip: Tip): Shown {
  const { stake, analysis, copiedFrom, IsBooked, IsGameSuccessful, totalOdds, outcome } = tip;
  return {
    stake,
    analysis,
    copiedFrom,
    IsBooked,
    IsGameSuccessful,
    totalOdds,
    outcome,
    totalGamesWon: tip.totalGamesWon,
    totalGamesLost: tip.totalGamesLost,
    gameRankPercentage: tip.gameRankPercentage,
    options: tip.options.map(
      ({ fixtureId, game, group, oddName, odd, startDateOfGame, result, status, ...leg }) => ({
        fixtureId,
        game,
        group,
        oddName,
        odd,
        startDateOfGame,
        result,
        status,
        reason: leg.reason,
        fact: leg.fact,
        confirmedAt: leg.confirmedAt,
        score: leg.score,
        fixtureStatus: leg.fixtureStatus,
        corrected: leg.corrected,
      }),
    ),
  };
}

function followsDue(follows: readonly FollowRow[], pending: readonly Pending[]) {
  const due = new Map(follows.map(({ tipsterId, following }) => [tipsterId, { following }]));
  for (const { row, intent } of pending) {
    if (intent.kind !== 'follow.set') continue;
    const { tipsterId, following } = intent.payload;
    const known = due.get(tipsterId) ?? { following: false };
    due.set(tipsterId, refused.has(row.state) ? known : { following });
  }
  return due;
}

/** The fields of the profile form, each with the last requested value. */
function profileDue(base: Profile | undefined, pending: readonly Pending[]) {
  let due = base && fieldsOf(base);
  for (const { row, intent } of pending) {
    if (refused.has(row.state)) continue;
    if (intent.kind === 'profile.save' || intent.kind === 'picture.set') {
      due = {
        timeOutUntil: undefined,
        isSet: undefined,
        ...due,
        ...formFields(intent.payload),
        isTipster: true,
        showPhone: intent.payload.showPhone ?? due?.showPhone ?? false,
        ...(intent.kind === 'picture.set' && { isSet: true }),
      };
    } else if (intent.kind === 'time-out.take' && due) {
      const { since, length } = intent.payload;
      const until = timeOutEnd(new Date(since), length);
      const known = due.timeOutUntil === undefined ? undefined : new Date(due.timeOutUntil);
      due = { ...due, timeOutUntil: laterTimeOutEnd(known, until)?.toISOString() };
    }
  }
  return due;
}

function fieldsOf(profile: Profile) {
  const { showPhone, isTipster, timeOutUntil, picture } = profile;
  return {
    ...formFields(profile),
    showPhone,
    isTipster,
    timeOutUntil,
    isSet: picture?.startsWith('blob:'),
  };
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function compare(
  world: World,
  what: string,
  shown: ReadonlyMap<string, unknown>,
  due: ReadonlyMap<string, unknown>,
): void {
  for (const id of new Set([...shown.keys(), ...due.keys()])) {
    const [seen, meant] = [shown.get(id), due.get(id)];
    const where = `of ${what}, ${world.ledger.alias(id)}`;
    if (seen === undefined) world.found('view', `${where} is not shown`);
    else if (meant === undefined) world.found('view', `${where} is shown, and should not be`);
    else for (const each of differences(meant, seen)) world.found('view', `${where}: ${each}`);
  }
}
