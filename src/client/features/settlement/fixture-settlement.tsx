import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type Ref, useMemo, useRef } from 'react';
import type { Tip } from '#contract/tips.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { type MatchReport, earliestDecisionTime } from '#domain/settlement/settlement.ts';
import type { DecidedResult } from '#domain/tip.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import type { UndoablePiece } from '#client/data/desk/undo-pieces.ts';
import type { UndoableActions } from '#client/data/desk/undoable-actions.ts';
import { Badge } from '#client/ui/member/badge.tsx';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { listText, ticketCode, capitalisedDayAndTimeText } from '#client/ui/formats.ts';
import { describeProblem } from '#client/ui/messages/problems.ts';
import { Notice } from '#client/ui/notice.tsx';
import { ChangeStateTag } from '#client/ui/tag.tsx';
import { TeamName } from '#client/ui/text.tsx';
import { type ResultFieldsHandle, ResultFields } from '../desk/result-fields.tsx';
import { SelectionRow } from './selection-row.tsx';
import {
  type DecisionRequest,
  createRuleEntries,
  findCompletedTickets,
  findCommonDecision,
  createDecisionEntry,
  type DecisionEntry,
  isReasonRequired,
  type OptionRow,
  listOptionRows,
  createSettlementPayload,
  countLegResults,
} from './settle-groups.ts';
import { isDecisionTooEarly, TooEarlyText } from './decision-texts.tsx';
import { useOptionShortcuts } from './use-option-shortcuts.ts';

type FixtureSettlementProps = {
  fixture: OptimisticFixture;
  /** Other members' open tickets; empty if this device does not have all of them. */
  tickets: readonly Tip[];
  now: Date;
  undoable: UndoableActions;
  /** True if keyboard shortcuts are enabled. */
  keys: boolean;
  /** Runs an action; shows a message if it could not be stored. */
  run: (action: () => Promise<unknown>) => Promise<void>;
  /** Called for a decision that needs a reason. */
  onReasonNeeded: (request: DecisionRequest) => void;
  /** Called to void all open legs, which needs a reason. */
  onVoid: () => void;
  /** Opens the next game with work; undefined if there is none. */
  onNext: (() => void) | undefined;
};

/** A game with its result and all options of its tickets, to decide them. */
export function FixtureSettlement(props: FixtureSettlementProps) {
  const { fixture, tickets, now, undoable, keys, run, onReasonNeeded, onVoid, onNext } = props;
  const { t } = useLingui();
  const rows = listOptionRows(fixture);
  const match = { status: fixture.status, kickOff: new Date(fixture.kickOff) };
  const early = rows.filter(({ option }) => isDecisionTooEarly(option, match, now));
  const boxes = useRef<ResultFieldsHandle>(null);
  const entries = createRuleEntries(fixture);
  const complete = useMemo(() => findCompletedTickets(fixture, tickets), [fixture, tickets]);

  const settle = async (results: DecisionEntry[]) =>
    run(async () => undoable.settleFixtures([createSettlementPayload(fixture, results)]));
  const decide = (row: OptionRow | undefined, result: DecidedResult) => {
    if (!row || row.selection.tickets === 0) return;
    if (result !== 'void' && isDecisionTooEarly(row.option, match, now)) return;
    // A repeated decision changes nothing, unless it was made for an earlier result.
    if (findCommonDecision(row.selection) === result && row.selection.differing === 0) return;
    if (isReasonRequired(row.selection, result)) onReasonNeeded({ fixture, row, result });
    else void settle([createDecisionEntry(row.selection, result)]);
  };
  const acceptAll = () => {
    if (entries.length > 0) void settle(entries);
  };
  const { list, current, setCurrentId } = useOptionShortcuts({
    rows,
    isOn: keys,
    onDecide: decide,
    onAcceptAll: () => {
      acceptAll();
      // Opens the next game without waiting until the accepted results are stored.
      onNext?.();
    },
    // Digits pressed outside a field are typed into the first empty field.
    onDigit: () => boxes.current?.focus(boxes.current.firstEmpty ?? 'halfHome'),
  });
  return (
    <div>
      <GameHeader boxes={boxes} fixture={fixture} now={now} onSaved={() => list.current?.focus()} />
      <Card className="mt-3 overflow-clip">
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={t`Choose game status`}
          className="focus:outline-none"
        >
          {rows.map((row) => (
            <SelectionRow
              key={row.selection.oddsId}
              row={row}
              fixture={fixture}
              tickets={tickets}
              current={row === current && keys}
              early={early.includes(row)}
              onDecide={(result) => {
                setCurrentId(row.selection.oddsId);
                decide(row, result);
              }}
              onUndo={createDecisionUndo(row, fixture, undoable, run)}
            />
          ))}
        </ul>
        {rows.length === 0 && (
          <p className="px-4 py-6 text-center text-dim">
            <Trans>Nobody else has an open ticket on this game.</Trans>
          </p>
        )}
      </Card>
      {early.length > 0 && (
        <p className="mt-3 text-sm text-dim">
          <TooEarlyText whistle={findLastWhistle(early, match)} />
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 flex-1 basis-48 text-sm text-dim">
          <LegSummary fixture={fixture} />
          {complete.length > 0 && <CompletedTickets ids={complete} />}
        </p>
        <GameActions
          {...{ rows, onVoid, onNext }}
          accepts={countDecidedLegs(fixture, entries)}
          onAccept={acceptAll}
        />
      </div>
    </div>
  );
}

type GameActionsProps = Pick<FixtureSettlementProps, 'onVoid' | 'onNext'> & {
  rows: readonly OptionRow[];
  /** The number of legs that the rules decide. */
  accepts: number;
  onAccept: () => void;
};

/** Buttons that decide the whole game or open the next one. */
function GameActions({ rows, accepts, onVoid, onNext, onAccept }: GameActionsProps) {
  const { t } = useLingui();
  return (
    <>
      {rows.filter(({ selection }) => selection.pending > 0).length > 1 && (
        <Button look="quiet" onClick={onVoid}>
          {t`Void all open legs of this game`}
        </Button>
      )}
      {onNext && (
        <Button look={accepts === 0 ? 'primary' : 'plain'} onClick={onNext}>
          {t`Next game`}
        </Button>
      )}
      {accepts > 0 && (
        <Button look="primary" onClick={onAccept}>
          <Plural value={accepts} one="Accept # leg" other="Accept all # legs" />
        </Button>
      )}
    </>
  );
}

/** Creates a function that undoes a recent decision on an option; undefined if there is none. */
function createDecisionUndo(
  { selection }: OptionRow,
  { id, version }: OptimisticFixture,
  undoable: UndoableActions,
  run: FixtureSettlementProps['run'],
): (() => void) | undefined {
  if (findCommonDecision(selection) === undefined) return undefined;
  const isIt = (piece: UndoablePiece) =>
    piece.kind === 'option' && piece.fixtureId === id && piece.oddsId === selection.oddsId;
  const action = undoable.actions.find(({ pieces }) => pieces.some(isIt));
  if (!action) return undefined;
  const part = { ...action, pieces: action.pieces.filter(isIt) };
  return () => void run(async () => undoable.undo(part, () => version));
}

/** Counts the legs that these entries decide. */
function countDecidedLegs(
  { selections }: OptimisticFixture,
  entries: readonly DecisionEntry[],
): number {
  const ids = new Set(entries.map(({ oddsId }) => oddsId));
  return selections.reduce(
    (sum, { oddsId, pending, differing }) => sum + (ids.has(oddsId) ? pending + differing : 0),
    0,
  );
}

type GameHeaderProps = {
  boxes: Ref<ResultFieldsHandle>;
  fixture: OptimisticFixture;
  now: Date;
  onSaved: () => void;
};

/** The clubs, the kick-off and the fields of the result. */
function GameHeader({ boxes, fixture, now, onSaved }: GameHeaderProps) {
  const { t } = useLingui();
  const { home, away, kickOff, sportKey, device } = fixture;
  const league = toLeagueLabel(sportKey).title;
  const side =
    'flex min-w-0 flex-1 basis-24 flex-col items-center gap-2 text-center font-narrow text-lg font-bold';
  return (
    <Card className="px-4 py-4">
      <p className="flex flex-wrap items-center gap-2 text-sm text-dim">
        <span>
          {league !== '' && (
            <>
              <bdi>{league}</bdi>
              {' · '}
            </>
          )}
          <time dateTime={kickOff}>{capitalisedDayAndTimeText(kickOff, now)}</time>
        </span>
        {device && <ChangeStateTag state={device.state} />}
      </p>
      <div className="mt-3 flex flex-wrap items-start justify-center gap-x-4 gap-y-3">
        <p className={side}>
          <Badge team={home} size={52} />
          <TeamName team={home} />
        </p>
        <div className="order-last basis-full md:order-none md:basis-auto">
          <ResultFields ref={boxes} fixture={fixture} now={now} onSave={onSaved} />
        </div>
        <p className={side}>
          <Badge team={away} size={52} />
          <TeamName team={away} />
        </p>
      </div>
      {device?.state === 'needs-you' && (
        <div className="mt-3">
          <Notice
            tone="warning"
            title={device.problem && describeProblem(device.problem)}
            actions={<LinkButton to="/sync">{t`See what is on this phone`}</LinkButton>}
          />
        </div>
      )}
    </Card>
  );
}

/** Finds the last whistle that decides an option; undefined if the match is not played. */
function findLastWhistle(rows: readonly OptionRow[], match: MatchReport): Date | undefined {
  const whistles = rows.flatMap(({ option }) => earliestDecisionTime(option, match) ?? []);
  return whistles.toSorted((one, next) => next.getTime() - one.getTime())[0];
}

/**
 * A text such as "31 legs: 12 won, 17 lost, 2 void", and the number of legs in own tickets, which
 * another administrator must decide.
 */
function LegSummary({ fixture }: { fixture: OptimisticFixture }) {
  const { t } = useLingui();
  const { legs, won, lost, void: voided, open, own } = countLegResults(fixture);
  const parts = [
    [won, t`${won} won`],
    [lost, t`${lost} lost`],
    [voided, t`${voided} void`],
    [open, t`${open} open`],
  ] as const;
  const shownCounts = parts.flatMap(([count, words]) => (count > 0 ? [words] : []));
  return (
    <>
      {legs > 0 && `${plural(legs, { one: '# leg', other: '# legs' })}: ${listText(shownCounts)}`}
      {own > 0 && (
        <span className="block">
          <Plural
            value={own}
            one="# of yours is set aside for somebody else."
            other="# of yours are set aside for somebody else."
          />
        </span>
      )}
    </>
  );
}

/** The maximum number of tickets named in the line. */
const maxNamedTickets = 4;

/** The tickets that can be confirmed after all results by the rules are accepted. */
function CompletedTickets({ ids }: { ids: readonly string[] }) {
  const codes = ids.slice(0, maxNamedTickets).map(ticketCode).join(' · ');
  return (
    <span className="block">
      <Plural
        value={ids.length}
        one="# ticket is complete then:"
        other="# tickets are complete then:"
      />{' '}
      <bdi className="figure font-semibold text-ink">
        {codes}
        {ids.length > maxNamedTickets && ' …'}
      </bdi>
    </span>
  );
}
