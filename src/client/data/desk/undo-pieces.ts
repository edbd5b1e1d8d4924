import type { PayloadOf } from '#sync/operations/registry.ts';
import type { DisplayState } from '#sync/status.ts';

export type FixtureSettlePayload = PayloadOf<'fixture.settle'>;
export type LegChange = PayloadOf<'leg.settle'>['change'];

/** One action at the desk that can be undone: the pieces that one tap decided or confirmed. */
export type UndoableAction = {
  id: string;
  /** The time by the server's clock. */
  at: number;
  pieces: UndoablePiece[];
  /** The operation that decided the leg or confirmed the ticket. */
  operationId?: string | undefined;
  /** The state of its operations on this phone; absent if the server has acknowledged all. */
  state?: DisplayState | undefined;
};

/** An option decided in all tickets, one leg decided in one ticket, or a confirmed ticket. */
export type UndoablePiece = DecidedOption | DecidedLeg | ConfirmedTicket;

type DecidedOption = Pick<FixtureSettlePayload, 'fixtureId' | 'game' | 'version'> &
  Pick<FixtureSettlePayload['results'][number], 'oddsId' | 'result' | 'ifPending'> & {
    kind: 'option';
  };

/** A leg of one ticket with its new result and its previous state. */
type DecidedLeg = {
  kind: 'leg';
  tipId: string;
  oddsId: number | undefined;
  result: LegChange['result'];
  was: LegChange;
};

type ConfirmedTicket = { kind: 'ticket'; tipId: string };

export function toConfirmedTicket(tipId: string): ConfirmedTicket {
  return { kind: 'ticket', tipId };
}

/** Returns the pieces of one kind. */
export function selectPieces<Kind extends UndoablePiece['kind']>(
  { pieces }: Pick<UndoableAction, 'pieces'>,
  kind: Kind,
): Extract<UndoablePiece, { kind: Kind }>[] {
  return pieces.filter(
    (piece): piece is Extract<UndoablePiece, { kind: Kind }> => piece.kind === kind,
  );
}

/** Removes pieces that newer actions override, because they cannot be undone any more. */
export function removeOverriddenPieces(
  action: UndoableAction,
  newer: readonly UndoableAction[],
): UndoableAction[] {
  const later = newer.flatMap(({ pieces }) => pieces);
  return filterPieces(action, (piece) => !later.some((one) => isOverriding(one, piece)));
}

/** True if `later` decides the option or leg of `earlier` again, or confirms its ticket. */
function isOverriding(later: UndoablePiece, earlier: UndoablePiece): boolean {
  if (earlier.kind === 'ticket') return false;
  if (earlier.kind === 'option') return isSamePiece(later, earlier);
  if (later.kind === 'ticket') return later.tipId === earlier.tipId;
  if (later.kind === 'leg') return isSamePiece(later, earlier);
  const { fixtureId, oddsId, ifPending } = later;
  return fixtureId === earlier.was.fixtureId && oddsId === earlier.oddsId && !ifPending;
}

/** True if two pieces concern the same option, leg or ticket. */
function isSamePiece(one: UndoablePiece, other: UndoablePiece): boolean {
  return pieceKeyOf(one) === pieceKeyOf(other);
}

/** Identifies the option, leg or ticket of a piece. */
export function pieceKeyOf(piece: UndoablePiece): string {
  switch (piece.kind) {
    case 'option':
      return `option ${piece.fixtureId} ${piece.oddsId}`;
    case 'leg':
      return `leg ${piece.tipId} ${piece.was.fixtureId}`;
    case 'ticket':
      return `ticket ${piece.tipId}`;
  }
}

/** The action with only the matching pieces, in an array that is empty if no piece matches. */
export function filterPieces(
  action: UndoableAction,
  isMeant: (piece: UndoablePiece) => boolean,
): UndoableAction[] {
  const pieces = action.pieces.filter(isMeant);
  return pieces.length === 0 ? [] : [{ ...action, pieces }];
}
