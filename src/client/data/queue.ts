import '../without-eval.ts';
import { optionWithId, oddNameOf } from '#domain/catalogue.ts';
import { mayPost } from '#domain/slip.ts';
import type { PostingProblem, Selection, Slip } from '#domain/slip.ts';
import { analysisLimit } from '#contract/limits.ts';
import type { Tip } from '#contract/tips.ts';
import type { Fixture } from '#contract/fixtures.ts';
import { followSet } from '#sync/operations/follow-set.ts';
import { legSettle, type LegSettle } from '#sync/operations/leg-settle.ts';
import { oddsSet, type OddsSet } from '#sync/operations/odds-set.ts';
import { pictureSet } from '#sync/operations/picture-set.ts';
import { profileSave, type ProfileSave } from '#sync/operations/profile-save.ts';
import { tipBook } from '#sync/operations/tip-book.ts';
import { tipConfirm } from '#sync/operations/tip-confirm.ts';
import { tipPost } from '#sync/operations/tip-post.ts';
import { tipWithdraw } from '#sync/operations/tip-withdraw.ts';
import { newId } from '#sync/ids.ts';
import { discard, enqueue, type NewOperation, putBack, retryNow } from '#sync/outbox.ts';
import type { Operation } from '#sync/operation.ts';
import type { OperationRow } from '#sync/outbox-store.ts';
import { makeRoom } from '#sync/storage-room.ts';
import { durably, type StorageCare } from '#sync/storage-trouble.ts';
import { askForSending } from './background-sync.ts';
import type { Device, Member } from './device.ts';
import { feedPrice } from './feed-price.ts';
import { keepForGood } from './keep-for-good.ts';
import type { Shrunk } from './shrink-picture.ts';
import { changeSlip, withoutPosted } from './use-slip.ts';

/** What came of posting the slip; `postedId` is the tip's id once it is safe on this device. */
export type Posting = { postedId: string } | { problem: PostingProblem | 'analysis-too-long' };

/** Queues the slip as a tip and starts a new one. Resolves once the tip is safe on this device. */
export async function postSlip(device: Device): Promise<Posting> {
  const member = memberOf(device);
  const onSlip = async (changed: Parameters<typeof changeSlip>[1]) =>
    durably(member.store, () => changeSlip(member.store, changed), roomOn(device));
  // The id is kept before anything is queued: after a crash in between the same tip goes out once.
  const draft = await onSlip((draft) => ({ ...draft, id: draft.id ?? newId() }));
  const checked = mayPost(draft.slip);
  if (!checked.allowed) return { problem: checked.problem };
  const analysis = draft.analysis.trim();
  if (analysis.length > analysisLimit) return { problem: 'analysis-too-long' };

  const id = draft.id ?? newId();
  const tip = {
    id,
    tipsterName: await ownName(member),
    options: await legsOf(device, draft.slip),
    stake: draft.stake,
    ...(analysis !== '' && { analysis }),
    ifStarted: draft.ifStarted,
  };
  await add(device, tipPost, tip, { deps: draft.after });
  // The tip is safe. A slip that cannot be cleared names the same one: nothing is posted twice.
  await onSlip((now) => withoutPosted(now, draft)).catch(() => undefined);
  return { postedId: id };
}

/** One option of one game, to be posted beside the slip. The id is the tip's: it is posted once. */
export type GameTip = { id: string; selection: Selection; stake: number; analysis: string };

/** Queues a tip on one game, whatever the slip holds. */
export async function postGame(device: Device, game: GameTip): Promise<Posting> {
  const analysis = game.analysis.trim();
  if (analysis.length > analysisLimit) return { problem: 'analysis-too-long' };
  await add(device, tipPost, {
    id: game.id,
    tipsterName: await ownName(memberOf(device)),
    options: await legsOf(device, [game.selection]),
    stake: game.stake,
    ...(analysis !== '' && { analysis }),
    // Of a single game nothing would be left to post.
    ifStarted: 'refuse',
  });
  return { postedId: game.id };
}

/** Copies somebody's open tip into one's own saved tips. */
export async function copyTip(device: Device, tip: Tip): Promise<string> {
  const member = memberOf(device);
  const id = newId();
  await add(device, tipPost, {
    id,
    tipsterName: await ownName(member),
    options: tip.options.map(
      ({ fixtureId, sportKey, game, group, oddName, odd, startDateOfGame }) => ({
        fixtureId,
        ...(sportKey !== undefined && { sportKey }),
        game,
        group,
        oddName,
        odd,
        startDateOfGame,
      }),
    ),
    stake: 0,
    ifStarted: 'drop',
    copiedFrom: tip.id,
  });
  return id;
}

export async function bookTip(device: Device, tip: Tip): Promise<void> {
  await add(device, tipBook, { tipId: tip.id }, { baseVersion: tip.version });
}

export async function followTipster(
  device: Device,
  tipsterId: string,
  following: boolean,
): Promise<void> {
  const { store } = memberOf(device);
  // What was never sent and says what already is needs no sending.
  const base = async () => (await store.follows.get(tipsterId)) ?? { tipsterId, following: false };
  await add(device, followSet, { tipsterId, following }, { base });
}

/** Saves the profile form, and with it the picture if one was chosen. */
export async function saveProfile(
  device: Device,
  values: ProfileSave,
  picture?: Shrunk,
): Promise<void> {
  const form = { ...values, id: memberOf(device).id };
  if (picture) await add(device, pictureSet, { ...form, ...picture });
  else await add(device, profileSave, form);
}

/** Takes a posted tip back. Answers the operation, which can be discarded as long as it waits here. */
export async function withdrawTip(device: Device, tip: Tip): Promise<string | undefined> {
  const payload = { tipId: tip.id };
  return (await add(device, tipWithdraw, payload, { baseVersion: tip.version }))?.id;
}

export async function setOdds(
  device: Device,
  tip: Tip,
  changes: OddsSet['changes'],
): Promise<void> {
  const payload = { tipId: tip.id, legs: tip.options, changes };
  await add(device, oddsSet, payload, { baseVersion: tip.version });
}

export async function settleLeg(
  device: Device,
  tip: Tip,
  change: LegSettle['change'],
): Promise<void> {
  const payload = { tipId: tip.id, legs: tip.options, change };
  await add(device, legSettle, payload, { baseVersion: tip.version });
}

export async function confirmTip(device: Device, tip: Tip): Promise<void> {
  await add(device, tipConfirm, { tipId: tip.id }, { baseVersion: tip.version });
}

export async function retry(device: Device, id: string): Promise<void> {
  await retryNow(memberOf(device).outbox, id);
}

/** Takes an operation off this phone. Answers how to put it back; nothing when it was gone already. */
export async function drop(
  device: Device,
  id: string,
): Promise<(() => Promise<unknown>) | undefined> {
  const { outbox } = memberOf(device);
  const rows = await discard(outbox, id);
  return rows.length === 0 ? undefined : async () => putBack(outbox, rows);
}

type Details = Pick<NewOperation<unknown>, 'baseVersion' | 'deps' | 'base'>;

async function add<Payload>(
  device: Device,
  operation: Operation<Payload>,
  payload: Payload,
  { baseVersion, ...details }: Details = {},
): Promise<OperationRow | undefined> {
  const { id: memberId, outbox } = memberOf(device);
  // What was never answered has no version: an unsent tip is booked after it, in its lane.
  const versioned = baseVersion === undefined || baseVersion === 0 ? {} : { baseVersion };
  const asked = { memberId, operation, payload, ...versioned, ...details };
  const row = await enqueue(outbox, asked, roomOn(device));
  // The operation is safe by now: nothing that is asked for afterwards may hold it up, or make it
  // look as if it had failed.
  void keepForGood(device.publicStore).catch(() => undefined);
  void askForSending();
  return row;
}

/** What may go when this phone is full. */
function roomOn({ publicStore }: Device): StorageCare {
  return { makeRoom: async () => makeRoom({ publicStore, caches: globalThis.caches }) };
}

function memberOf({ member }: Device): Member {
  if (member === undefined) throw new Error('Nobody is logged in to do this.');
  return member;
}

async function ownName({ store }: Member): Promise<string> {
  const profile: unknown = (await store.documents.get('profile'))?.value;
  if (typeof profile !== 'object' || profile === null) return '';
  const text = (name: string) => {
    const value: unknown = new Map<string, unknown>(Object.entries(profile)).get(name);
    return typeof value === 'string' ? value : '';
  };
  return `${text('firstName')} ${text('lastName')}`.trim();
}

async function legsOf({ publicStore }: Device, slip: Slip) {
  const fixtures = await publicStore.fixtures.bulkGet(slip.map(({ fixtureId }) => fixtureId));
  return slip.map((selection, index) => legOf(selection, fixtures[index]));
}

/** A leg as it will be shown until the server has answered; the price is the server's to decide. */
function legOf(selection: Selection, fixture: Fixture | undefined) {
  const option = optionWithId(selection.oddsId);
  if (option === undefined) throw new Error(`There is no option ${selection.oddsId}.`);
  return {
    fixtureId: selection.fixtureId,
    sportKey: selection.sportKey,
    game: selection.game,
    group: option.oddsGroup,
    oddName: oddNameOf(option),
    odd: feedPrice(fixture, option.oddsId),
    startDateOfGame: selection.kickOff.toISOString(),
  };
}
