import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';

/** A person's request: a copy that the app cannot change. */
export type Intent = {
  [Kind in OperationKind]: { kind: Kind; payload: PayloadOf<Kind> };
}[OperationKind];

/** The type of a request of one kind. */
export type IntentOf<Kind extends OperationKind> = Extract<Intent, { kind: Kind }>;

/** Copies a person's request. */
export function toIntent<Kind extends OperationKind>(kind: Kind, payload: PayloadOf<Kind>): Intent;
export function toIntent(kind: OperationKind, payload: unknown): unknown {
  return { kind, payload: structuredClone(payload) };
}

/** Returns the id of a request's tip; undefined for requests without a tip. */
export function tipOf(intent: Intent): string | undefined {
  if (intent.kind === 'tip.post') return intent.payload.id;
  return 'tipId' in intent.payload ? intent.payload.tipId : undefined;
}

/**
 * Merges a request that was never sent with a later one on the same subject, into one request or
 * 'nothing'. Returns undefined if both requests must stay.
 */
export function joined(earlier: Intent, later: Intent): Intent | 'nothing' | undefined {
  switch (later.kind) {
    case 'tip.withdraw':
      // An unsent slip is withdrawn by not sending it.
      if (earlier.kind === 'tip.post') return 'nothing';
      return earlier.kind === 'tip.book' || earlier.kind === 'tip.withdraw' ? later : undefined;
    case 'follow.set':
      return earlier.kind === 'follow.set' ? later : undefined;
    case 'odds.set':
      return earlier.kind === 'odds.set' ? bothPrices(earlier, later) : undefined;
    case 'result.set':
      return earlier.kind === 'result.set' ? later : undefined;
    case 'prices.set':
      return earlier.kind === 'prices.set' ? pricesOfBoth(earlier, later) : undefined;
    case 'fixture.settle':
      return earlier.kind === 'fixture.settle' ? decisionsOfBoth(earlier, later) : undefined;
    case 'leg.settle':
      return earlier.kind === 'leg.settle' && makesAsSeen(earlier, later) ? 'nothing' : undefined;
    case 'tips.reopen':
      return earlier.kind === 'tips.confirm' ? confirmedStill(earlier, later) : undefined;
    case 'profile.save':
    case 'picture.set':
      return replaces(later, earlier) ? withSwitchesOf(earlier, later) : undefined;
    default:
      return undefined;
  }
}

/** True if a request only undoes an earlier one, or a part of it. */
export function undoes(later: Intent, earlier: Intent): boolean {
  if (later.kind === 'tips.reopen') return earlier.kind === 'tips.confirm';
  if (later.kind !== 'fixture.settle' || earlier.kind !== 'fixture.settle') return false;
  const decided = new Set(earlier.payload.results.map(({ oddsId }) => oddsId));
  return later.payload.results.every(
    ({ oddsId, result }) => result === 'pending' && decided.has(oddsId),
  );
}

/** True if a request contains everything of an earlier one. */
export function replaces(later: Intent, earlier: Intent): boolean {
  if (later.kind === 'picture.set') return isForm(earlier);
  return later.kind === earlier.kind && holdsAll.has(later.kind);
}

/** Returns the request with a new tip id if it concerns the tip `formerId`. */
export function retargeted(intent: Intent, id: string, formerId: string): Intent {
  if (tipOf(intent) !== formerId) return intent;
  switch (intent.kind) {
    case 'tip.post':
      return { kind: intent.kind, payload: { ...intent.payload, id } };
    case 'tip.book':
    case 'tip.withdraw':
      return { kind: intent.kind, payload: { ...intent.payload, tipId: id } };
    default:
      return intent;
  }
}

const holdsAll: ReadonlySet<Intent['kind']> = new Set(['profile.save', 'follow.set', 'result.set']);

/** Desk requests for many tickets at once. */
export type DeskIntent = IntentOf<
  | 'result.set'
  | 'prices.set'
  | 'fixture.settle'
  | 'fixture.correct'
  | 'tips.confirm'
  | 'tips.reopen'
>;

/** True if a request concerns many tickets. */
export function isOfDesk(intent: Intent): intent is DeskIntent {
  return isKindOfDesk(intent.kind);
}

/** True for the kinds of requests that concern many tickets. */
export function isKindOfDesk(kind: string): boolean {
  return ofDesk.has(kind);
}

const ofDesk: ReadonlySet<string> = new Set([
  'result.set',
  'prices.set',
  'fixture.settle',
  'fixture.correct',
  'tips.confirm',
  'tips.reopen',
] satisfies Intent['kind'][]);

/** The fixture that a refusal returned. */
export type ShownFixture = {
  version: number;
  selections: readonly {
    oddsId: number;
    odd: number;
    won: number;
    lost: number;
    void: number;
  }[];
};

/** Returns the request as an administrator repeats it after seeing the current fixture. */
export function resubmitted(intent: Intent, { version, selections }: ShownFixture): Intent {
  const shown = new Map(selections.map((one) => [one.oddsId, one]));
  if (intent.kind === 'prices.set') {
    const prices = intent.payload.prices.map(({ oddsId, odd, ifUnpriced }) => {
      const seen = shown.get(oddsId)?.odd ?? 0;
      return { oddsId, odd, ...(ifUnpriced && { ifUnpriced }), ...(seen > 0 && { seen }) };
    });
    return { kind: intent.kind, payload: { ...intent.payload, prices } };
  }
  if (intent.kind === 'fixture.correct') {
    const results = intent.payload.results.map((each) => ({ ...each, over: true }));
    return { kind: intent.kind, payload: { ...intent.payload, version, results } };
  }
  if (intent.kind !== 'fixture.settle') return intent;
  const results = intent.payload.results.map((each) => {
    const one = shown.get(each.oddsId);
    const otherwise =
      one &&
      ['won', 'lost', 'void'].some((result) => {
        const count = result === 'won' ? one.won : result === 'lost' ? one.lost : one.void;
        return result !== each.result && count > 0;
      });
    return otherwise && !each.ifPending ? { ...each, over: true } : each;
  });
  return { kind: intent.kind, payload: { ...intent.payload, version, results } };
}

/** Merges prices; for a price that is set twice, the seen price of the first request counts. */
function pricesOfBoth(
  earlier: IntentOf<'prices.set'>,
  { kind, payload }: IntentOf<'prices.set'>,
): Intent | undefined {
  if (earlier.payload.reason !== payload.reason) return undefined;
  const before = new Map(earlier.payload.prices.map((price) => [price.oddsId, price]));
  const later = payload.prices.map(({ seen, ifUnpriced, ...price }) => {
    const first = before.get(price.oddsId);
    const isForAll = first !== undefined && !first.ifUnpriced;
    // Pricing the unpriced tickets changes nothing if there are none.
    if (ifUnpriced && isForAll && first.odd > 0) return first;
    const known = isForAll ? first.seen : seen;
    return {
      ...price,
      ...(ifUnpriced && !isForAll && { ifUnpriced }),
      ...(known !== undefined && { seen: known }),
    };
  });
  return { kind, payload: { ...payload, prices: withoutThese(earlier.payload.prices, later) } };
}

/** A decision and its undo cancel each other out; two decisions of one option stay two. */
function decisionsOfBoth(
  earlier: IntentOf<'fixture.settle'>,
  { kind, payload }: IntentOf<'fixture.settle'>,
): Intent | 'nothing' | undefined {
  const first = earlier.payload.results;
  const twice = payload.results.filter((later) => first.some((one) => one.oddsId === later.oddsId));
  for (const later of twice) {
    const before = first.find((one) => one.oddsId === later.oddsId);
    if (later.result !== 'pending' || before?.result === 'pending') return undefined;
    if (later.act !== before?.act) return undefined;
  }
  const isOnce = ({ oddsId }: { oddsId: number }) => twice.every((one) => one.oddsId !== oddsId);
  const results = [...first, ...payload.results].filter(isOnce);
  if (results.length === 0) return 'nothing';
  // If only a part is undone, both requests must name the same version.
  const isUndo = twice.length === payload.results.length;
  if (!isUndo && earlier.payload.version !== payload.version) return undefined;
  return { kind, payload: { ...(isUndo ? earlier.payload : payload), results } };
}

function withoutThese<Entry extends { oddsId: number }>(
  before: readonly Entry[],
  later: readonly Entry[],
): Entry[] {
  const others = before.filter(({ oddsId }) => later.every((entry) => entry.oddsId !== oddsId));
  return [...others, ...later];
}

/** Removes the reopened tickets from a confirmation that was never sent. */
function confirmedStill(
  { kind, payload }: IntentOf<'tips.confirm'>,
  { payload: { ids: opened } }: IntentOf<'tips.reopen'>,
): Intent | 'nothing' | undefined {
  if (!opened.every((id) => payload.ids.includes(id))) return undefined;
  const ids = payload.ids.filter((id) => !opened.includes(id));
  return ids.length > 0 ? { kind, payload: { ...payload, ids } } : 'nothing';
}

/** True if a decision restores the result and reason from before an earlier decision. */
function makesAsSeen(
  { payload: { legs, change: before } }: IntentOf<'leg.settle'>,
  { payload: { change } }: IntentOf<'leg.settle'>,
): boolean {
  const seen = legs.find(({ fixtureId }) => fixtureId === before.fixtureId);
  if (seen === undefined || before.fixtureId !== change.fixtureId) return false;
  const isForSame = change.reason === (seen.fact ? undefined : seen.reason);
  return seen.result === change.result && isForSame;
}

type FormIntent = IntentOf<'profile.save' | 'picture.set'>;

function isForm(intent: Intent): intent is FormIntent {
  return intent.kind === 'profile.save' || intent.kind === 'picture.set';
}

/** Adds the switches that only the earlier form has to the later form. */
function withSwitchesOf(earlier: Intent, later: FormIntent): Intent {
  const before = isForm(earlier) ? earlier.payload : undefined;
  const showPhone = later.payload.showPhone ?? before?.showPhone;
  const isTipster = later.payload.isTipster ?? before?.isTipster;
  const switches = {
    ...(showPhone !== undefined && { showPhone }),
    ...(isTipster !== undefined && { isTipster }),
  };
  return later.kind === 'profile.save'
    ? { kind: later.kind, payload: { ...later.payload, ...switches } }
    : { kind: later.kind, payload: { ...later.payload, ...switches } };
}

function bothPrices(earlier: IntentOf<'odds.set'>, later: IntentOf<'odds.set'>): Intent {
  const anew = new Set(later.payload.changes.map(({ fixtureId }) => fixtureId));
  const others = earlier.payload.changes.filter(({ fixtureId }) => !anew.has(fixtureId));
  const changes = [...others, ...later.payload.changes];
  return { kind: 'odds.set', payload: { ...later.payload, changes } };
}
