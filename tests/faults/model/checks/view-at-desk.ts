import { type DeskFixture, desk } from '#contract/desk.ts';
import { undoWindowMs } from '#domain/tip.ts';
import { deskDocument } from '#sync/refresh/document-names.ts';

import type { DeskIntent } from '../../contents/intents.ts';
import { numberOf } from '../../contents/options.ts';
import { byTheRules, resultIn } from '../../contents/results.ts';
import type { Device } from '../../world/device.ts';
import { isRecord, type StoredRow } from '../../world/reading.ts';
import { decidedLeg, legsSeen, type Leg, type Pending, refused, type Shown } from './shown-tips.ts';

/** The desk that a device has stored. */
export function fixturesStored(device: Device, memberId: string): DeskFixture[] {
  const documents = device.disk.rows(`touchline-member-${memberId}`, 'documents');
  const value = documents.find(({ name }) => name === deskDocument)?.['value'];
  return desk.reply.shape.fixtures.safeParse(isRecord(value) ? value['fixtures'] : []).data ?? [];
}

/** Another member's tip after a pending desk operation. */
export function changedAtDesk(
  tip: Shown & { id: string },
  intent: DeskIntent,
  row: StoredRow,
): Shown {
  const { id, options = [], IsGameSuccessful: isConfirmed } = tip;
  switch (intent.kind) {
    case 'result.set': {
      const { fixtureId, status, halfTime, fullTime } = intent.payload;
      const score = fullTime && (halfTime ? { halfTime, fullTime } : { fullTime });
      const fixtureStatus = status === 'scheduled' ? undefined : status;
      const changed = options.map((leg) =>
        leg.fixtureId === fixtureId ? Object.assign({ ...leg }, { score, fixtureStatus }) : leg,
      );
      return { options: changed };
    }
    case 'prices.set':
      return isConfirmed
        ? {}
        : withLegsOf(options, intent.payload, intent.payload.prices, setPrice);
    case 'fixture.settle':
      return isConfirmed
        ? {}
        : withLegsOf(options, intent.payload, intent.payload.results, (leg, change) =>
            decides(leg, change, row),
          );
    case 'fixture.correct': {
      const { reason, results } = intent.payload;
      return isConfirmed
        ? withLegsOf(options, intent.payload, results, (leg, change) =>
            corrects(leg, change, row, reason),
          )
        : {};
    }
    case 'tips.confirm': {
      const isReady = options.every(({ result }) => result !== 'pending');
      return isReady && intent.payload.ids.includes(id) ? { IsGameSuccessful: true } : {};
    }
    case 'tips.reopen':
      return isConfirmed && intent.payload.ids.includes(id) ? { IsGameSuccessful: false } : {};
  }
}

type Price = { odd: number; ifUnpriced?: true | undefined };

function setPrice(leg: Leg, { odd, ifUnpriced }: Price): object {
  return ifUnpriced && leg.odd > 0 ? leg : { ...leg, odd };
}

type Decision = {
  result: Leg['result'];
  reason?: string | undefined;
  ifPending?: true | undefined;
  /** For an undo: the result to undo, and the start of the undo window. */
  took?: { result: Leg['result']; since: string } | undefined;
};

function corrects(leg: Leg, change: Decision, { queuedAt: at }: StoredRow, reason: string): object {
  if (leg.result === change.result) return leg;
  return { ...decidedLeg(leg, change, at), corrected: { result: leg.result, at, reason } };
}

/** Decides a leg, or undoes a decision that is at most ten minutes old and of the same action. */
function decides(leg: Leg, change: Decision, { queuedAt }: StoredRow): object {
  const { result, ifPending, took } = change;
  const since = took ? Date.parse(took.since) : Date.parse(queuedAt) - undoWindowMs;
  const isOfAction = took === undefined || leg.result === took.result;
  const isUndone = isOfAction && Date.parse(leg.confirmedAt ?? '') >= since;
  const isDecided = leg.result !== 'pending' && !isOutdated(leg);
  const isUnchanged = result === 'pending' ? !isUndone : ifPending && isDecided;
  return isUnchanged || leg.result === result ? leg : decidedLeg(leg, change, queuedAt);
}

/**
 * True if the rules now give another result. A phone does not know the result that a person's
 * decision was based on.
 */
function isOutdated({ oddName, fixtureStatus, score, result, fact, reason = '' }: Leg): boolean {
  if (fact === undefined && reason !== '') return false;
  const known = fixtureStatus && resultIn({ status: fixtureStatus, ...score });
  const ruled = byTheRules(numberOf(oddName), known, 0);
  return ruled !== undefined && ruled !== result;
}

function withLegsOf<Entry extends { oddsId: number }>(
  options: readonly Leg[],
  { fixtureId }: { fixtureId: string },
  entries: readonly Entry[],
  change: (leg: Leg, entry: Entry) => object,
): Shown {
  const entryOf = (leg: Leg) =>
    leg.fixtureId === fixtureId
      ? entries.find(({ oddsId }) => oddsId === numberOf(leg.oddName))
      : undefined;
  if (!options.some(entryOf)) return {};
  return legsSeen(options, (leg) => {
    const entry = entryOf(leg);
    return entry ? change(leg, entry) : leg;
  });
}

/** The fields of a fixture on the desk that administrators can change. */
export function seenOfFixture(fixture: DeskFixture) {
  const { id, kickOff, status, score, firstGoal, version, selections } = fixture;
  return {
    id,
    kickOff,
    status,
    score,
    firstGoal,
    version,
    selections: selections.map((one) => ({
      oddsId: one.oddsId,
      odd: one.odd,
      knownOdd: one.knownOdd,
      unpriced: one.unpriced,
      tickets: one.tickets,
      pending: one.pending,
      won: one.won,
      lost: one.lost,
      void: one.void,
      differing: one.differing,
    })),
  };
}

type SeenFixture = ReturnType<typeof seenOfFixture>;

/** The desk after the pending operations. */
export function fixturesDue(
  fixtures: readonly DeskFixture[],
  pending: readonly Pending[],
): Map<string, SeenFixture> {
  const due = new Map(fixtures.map((fixture) => [fixture.id, seenOfFixture(fixture)]));
  for (const { row, intent } of pending) {
    if (refused.has(row.state)) continue;
    if (
      intent.kind !== 'result.set' &&
      intent.kind !== 'prices.set' &&
      intent.kind !== 'fixture.settle'
    ) {
      continue;
    }
    const fixture = due.get(intent.payload.fixtureId);
    if (fixture) due.set(fixture.id, changedFixture(fixture, intent, row));
  }
  return due;
}

function changedFixture(
  fixture: SeenFixture,
  intent: Extract<DeskIntent, { payload: { fixtureId: string } }>,
  { ack, queuedAt }: StoredRow,
): SeenFixture {
  switch (intent.kind) {
    case 'result.set': {
      if (ack?.version !== undefined && fixture.version >= ack.version) return fixture;
      const { status, halfTime, fullTime, firstGoal } = intent.payload;
      const score = fullTime && (halfTime ? { halfTime, fullTime } : { fullTime });
      const shown = { status, score, firstGoal, version: ack?.version ?? fixture.version };
      const since = Date.parse(queuedAt) - Date.parse(fixture.kickOff);
      const ruledAnew = (one: Selection) => {
        const ruled = byTheRules(one.oddsId, resultIn(intent.payload), since);
        return { ...one, differing: ruled ? one.won + one.lost + one.void - one[ruled] : 0 };
      };
      return { ...fixture, ...shown, selections: fixture.selections.map(ruledAnew) };
    }
    case 'prices.set':
      return withSelections(fixture, intent.payload.prices, pricesAll);
    case 'fixture.settle':
      return withSelections(fixture, intent.payload.results, decidesAll);
    case 'fixture.correct':
      return fixture;
  }
}

type Selection = SeenFixture['selections'][number];

/**
 * Prices an option, or only its tickets without a price; then the option shows the others' price.
 */
function pricesAll(one: Selection, { odd, ifUnpriced }: Price): Selection {
  const isOfOthers = ifUnpriced && one.unpriced < one.tickets && one.knownOdd !== odd;
  return { ...one, odd: isOfOthers ? one.odd : odd, knownOdd: undefined, unpriced: 0 };
}

/** Decides all tickets of an option or only the undecided ones, or undoes an action's decisions. */
function decidesAll(one: Selection, { result, ifPending, took }: Decision): Selection {
  const all = { pending: 0, won: 0, lost: 0, void: 0, differing: 0, [result]: one.tickets };
  if (ifPending) {
    const others = one.tickets - one.pending - one[result];
    // The newest result may have decided some of the other tickets, but a phone cannot know which.
    if (one.differing > 0 && others === one.differing) return { ...one, ...all };
    return { ...one, pending: 0, [result]: one[result] + one.pending };
  }
  if (took) {
    const pending = one.pending + one[took.result];
    const differing = Math.min(one.differing, one.tickets - pending);
    return { ...one, [took.result]: 0, pending, differing };
  }
  return { ...one, ...all };
}

function withSelections<Entry extends { oddsId: number }>(
  fixture: SeenFixture,
  entries: readonly Entry[],
  change: (one: Selection, entry: Entry) => Selection,
): SeenFixture {
  const selections = fixture.selections.map((one) => {
    const entry = entries.find(({ oddsId }) => oddsId === one.oddsId);
    return entry ? change(one, entry) : one;
  });
  return { ...fixture, selections };
}
