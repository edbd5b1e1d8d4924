import '../without-eval.ts';
import { optionWithId, oddNameOf } from '#domain/catalogue.ts';
import { mayPost } from '#domain/slip.ts';
import type { PostingRefusal, Selection } from '#domain/slip.ts';
import { analysisLimit } from '#contract/limits.ts';
import type { Ticket } from '#contract/tickets.ts';
import type { Fixture } from '#contract/fixtures.ts';
import { followSet } from '#sync/operations/follow-set.ts';
import { legSettle, type LegSettle } from '#sync/operations/leg-settle.ts';
import { oddsSet, type OddsSet } from '#sync/operations/odds-set.ts';
import { profileSave, type ProfileSave } from '#sync/operations/profile-save.ts';
import { ticketBook } from '#sync/operations/ticket-book.ts';
import { ticketConfirm } from '#sync/operations/ticket-confirm.ts';
import { tipPost } from '#sync/operations/tip-post.ts';
import { newId } from '#sync/ids.ts';
import { discard, enqueue, retryNow } from '#sync/outbox.ts';
import type { Operation } from '#sync/operation.ts';
import type { Device, Member } from './device.ts';
import { feedPrice } from './feed-price.ts';
import { changeSlip, type SlipDraft, withoutPosted } from './use-slip.ts';

/** What came of posting the slip; `postedId` is the ticket's id once it is safe on this device. */
export type Posting = { postedId: string } | { refusal: PostingRefusal | 'analysis-too-long' };

/** Queues the slip as a tip and starts a new one. Resolves once the tip is safe on this device. */
export async function postSlip(device: Device): Promise<Posting> {
  const member = memberOf(device);
  // The id is kept before anything is queued: after a crash in between the same tip goes out once.
  const draft = await changeSlip(member.store, (draft) => ({ ...draft, id: draft.id ?? newId() }));
  const ruling = mayPost(draft.slip);
  if (!ruling.allowed) return { refusal: ruling.refusal };
  const analysis = draft.analysis.trim();
  if (analysis.length > analysisLimit) return { refusal: 'analysis-too-long' };

  const id = draft.id ?? newId();
  await add(member, tipPost, {
    id,
    tipsterName: await ownName(member),
    options: await legsOf(device, draft),
    stake: draft.stake,
    ...(analysis !== '' && { analysis }),
    ifStarted: draft.ifStarted,
  });
  await changeSlip(member.store, (now) => withoutPosted(now, draft));
  return { postedId: id };
}

/** Copies somebody's open tip into one's own saved tips. */
export async function copyTip(device: Device, tip: Ticket): Promise<string> {
  const member = memberOf(device);
  const id = newId();
  await add(member, tipPost, {
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

export async function bookTicket(device: Device, ticket: Ticket): Promise<void> {
  await add(memberOf(device), ticketBook, { ticketId: ticket.id }, ticket.version);
}

export async function followTipster(
  device: Device,
  tipsterId: string,
  following: boolean,
): Promise<void> {
  await add(memberOf(device), followSet, { tipsterId, following });
}

export async function saveProfile(device: Device, values: ProfileSave): Promise<void> {
  const member = memberOf(device);
  await add(member, profileSave, { ...values, id: member.id });
}

export async function setOdds(
  device: Device,
  ticket: Ticket,
  changes: OddsSet['changes'],
): Promise<void> {
  const payload = { ticketId: ticket.id, legs: ticket.options, changes };
  await add(memberOf(device), oddsSet, payload, ticket.version);
}

export async function settleLeg(
  device: Device,
  ticket: Ticket,
  change: LegSettle['change'],
): Promise<void> {
  const payload = { ticketId: ticket.id, legs: ticket.options, change };
  await add(memberOf(device), legSettle, payload, ticket.version);
}

export async function confirmTicket(device: Device, ticket: Ticket): Promise<void> {
  await add(memberOf(device), ticketConfirm, { ticketId: ticket.id }, ticket.version);
}

export async function retry(device: Device, id: string): Promise<void> {
  await retryNow(memberOf(device).outbox, id);
}

export async function drop(device: Device, id: string): Promise<boolean> {
  return discard(memberOf(device).outbox, id);
}

async function add<Payload>(
  member: Member,
  operation: Operation<Payload>,
  payload: Payload,
  baseVersion?: number,
): Promise<void> {
  // What was never answered has no version: an unsent tip is booked after it, in its lane.
  const versioned = baseVersion === undefined || baseVersion === 0 ? {} : { baseVersion };
  await enqueue(member.outbox, { memberId: member.id, operation, payload, ...versioned });
  // The operation is safe by now. Some browsers ask the person first, and some refuse with an error:
  // neither may hold up what was done, or make it look as if it had failed.
  void keepForGood().catch(() => undefined);
}

/** Asks the browser not to clear what has just become worth keeping. */
async function keepForGood(): Promise<void> {
  const { storage } = navigator;
  if (storage === undefined || (await storage.persisted())) return;
  await storage.persist();
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

async function legsOf({ publicStore }: Device, { slip }: SlipDraft) {
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
