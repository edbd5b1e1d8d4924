import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';

/** What a person asked for, as they said it: a copy that nothing of the app can reach. */
export type Ask = {
  [Kind in OperationKind]: { kind: Kind; payload: PayloadOf<Kind> };
}[OperationKind];

/** The same of one kind. */
export type AskOf<Kind extends OperationKind> = Extract<Ask, { kind: Kind }>;

/** Takes down what a person asks for. */
export function askOf<Kind extends OperationKind>(kind: Kind, payload: PayloadOf<Kind>): Ask;
export function askOf(kind: OperationKind, payload: unknown): unknown {
  return { kind, payload: structuredClone(payload) };
}

/** The tip an ask is about. */
export function tipOf(ask: Ask): string | undefined {
  if (ask.kind === 'tip.post') return ask.payload.id;
  return 'tipId' in ask.payload ? ask.payload.tipId : undefined;
}

/**
 * What two asks about one thing come to, where the first was never sent: one ask, or nothing at all.
 * `undefined` says that the later one does not speak for the earlier one, which must stay.
 */
export function joined(earlier: Ask, later: Ask): Ask | 'nothing' | undefined {
  switch (later.kind) {
    case 'tip.withdraw':
      // A slip that nobody has seen is taken back by not sending it.
      if (earlier.kind === 'tip.post') return 'nothing';
      return earlier.kind === 'tip.book' || earlier.kind === 'tip.withdraw' ? later : undefined;
    case 'follow.set':
      return earlier.kind === 'follow.set' ? later : undefined;
    case 'odds.set':
      return earlier.kind === 'odds.set' ? bothPrices(earlier, later) : undefined;
    case 'profile.save':
    case 'picture.set':
      return replaces(later, earlier) ? withSwitchOf(earlier, later) : undefined;
    default:
      return undefined;
  }
}

/** Whether an ask holds all that an earlier one of its lane held. */
export function replaces(later: Ask, earlier: Ask): boolean {
  if (later.kind === 'picture.set') return isForm(earlier);
  return (
    later.kind === earlier.kind && (later.kind === 'profile.save' || later.kind === 'follow.set')
  );
}

/** The same ask about a tip that goes by another id now. */
export function retargeted(ask: Ask, id: string, formerId: string): Ask {
  if (tipOf(ask) !== formerId) return ask;
  switch (ask.kind) {
    case 'tip.post':
      return { kind: ask.kind, payload: { ...ask.payload, id } };
    case 'tip.book':
    case 'tip.withdraw':
      return { kind: ask.kind, payload: { ...ask.payload, tipId: id } };
    default:
      return ask;
  }
}

type FormAsk = AskOf<'profile.save'> | AskOf<'picture.set'>;

function isForm(ask: Ask): ask is FormAsk {
  return ask.kind === 'profile.save' || ask.kind === 'picture.set';
}

function bothPrices(earlier: AskOf<'odds.set'>, later: AskOf<'odds.set'>): Ask {
  const anew = new Set(later.payload.changes.map(({ fixtureId }) => fixtureId));
  const others = earlier.payload.changes.filter(({ fixtureId }) => !anew.has(fixtureId));
  const changes = [...others, ...later.payload.changes];
  return { kind: 'odds.set', payload: { ...later.payload, changes } };
}

/** A form that does not say whether contact details are shown leaves that as it was said before. */
function withSwitchOf(earlier: Ask, later: FormAsk): Ask {
  const before = isForm(earlier) ? earlier.payload.showPhone : undefined;
  const showPhone = later.payload.showPhone ?? before;
  const said = showPhone !== undefined && { showPhone };
  return later.kind === 'profile.save'
    ? { kind: later.kind, payload: { ...later.payload, ...said } }
    : { kind: later.kind, payload: { ...later.payload, ...said } };
}
