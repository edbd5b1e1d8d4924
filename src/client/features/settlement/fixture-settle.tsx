import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useRef, useState } from 'react';
import type { Tip } from '#contract/tips.ts';
import { leagueOf } from '#domain/clubs/leagues.ts';
import { whistleOf } from '#domain/settlement/settlement.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import type { UndoableAction, UndoableActions } from '#client/data/desk/undoable-actions.ts';
import { Badge } from '#client/ui/member/badge.tsx';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { dayAndTime, listText, ticketCode, whenText } from '#client/ui/formats.ts';
import { problemWords } from '#client/ui/messages/problems.ts';
import { Notice } from '#client/ui/notice.tsx';
import { DeviceTag } from '#client/ui/tag.tsx';
import { TeamName } from '#client/ui/text.tsx';
import { type Keys, useKeys } from './desk-keys.tsx';
import { ResultFields } from '../desk/result-fields.tsx';
import { SelectionRow } from './selection-row.tsx';
import {
  type DecisionRequest,
  certainEntries,
  completedBy,
  type Decision,
  decisionOf,
  entryOf,
  type Entry,
  isOpen,
  isTooEarly,
  needsReason,
  type Row,
  rowsOf,
  settlingOf,
  tallyOf,
} from './settle-groups.ts';

type FixtureSettleProps = {
  fixture: OptimisticFixture;
  /** Others' open tickets; empty if some are missing on this device. */
  tickets: readonly Tip[];
  now: Date;
  undoable: UndoableActions;
  /** Whether keyboard commands are on. */
  keys: boolean;
  /** Runs an action, and reports if it could not be stored. */
  run: (action: () => Promise<unknown>) => Promise<void>;
  /** Requests the reason of a decision. */
  onReasonNeeded: (request: DecisionRequest) => void;
  /** Requests the reason for voiding every open leg. */
  onVoid: () => void;
  /** Opens the next game that needs work; undefined without one. */
  onNext: (() => void) | undefined;
};

/** A game with its score and every option in tickets, for deciding all of them. */
export function FixtureSettle(props: FixtureSettleProps) {
  const { fixture, tickets, now, undoable, keys, run, onReasonNeeded, onVoid, onNext } = props;
  const { t } = useLingui();
  const rows = rowsOf(fixture);
  const list = useRef<HTMLUListElement>(null);
  // An id and not an index: a decided exception moves down the list.
  const [currentId, setCurrentId] = useState(rows[0]?.one.oddsId);
  const at = Math.max(
    0,
    rows.findIndex(({ one }) => one.oddsId === currentId),
  );
  const current = rows[at];
  const entries = certainEntries(fixture);
  const complete = useMemo(() => completedBy(fixture, tickets), [fixture, tickets]);

  const settle = async (results: Entry[]) =>
    run(async () => undoable.settle([settlingOf(fixture, results)]));
  const decide = (row: Row | undefined, result: Decision) => {
    if (!row || row.one.tickets === 0) return;
    if (result !== 'void' && isTooEarly(fixture, row.option, now)) return;
    // Deciding again, with a reason, keeps the decision of an earlier result.
    if (decisionOf(row.one) === result && row.one.differing === 0) return;
    if (needsReason(row.one, result)) onReasonNeeded({ fixture, row, result });
    else void settle([entryOf(row.one, result)]);
  };
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(index, rows.length - 1));
    setCurrentId(rows[next]?.one.oddsId);
    const row = list.current?.children[next];
    if (row instanceof HTMLElement) row.focus();
  };
  // Keyboard commands apply to the focused option.
  const focusedIndex = () => {
    const options = [...(list.current?.children ?? [])];
    const focused = options.findIndex((option) => option.contains(document.activeElement));
    return focused >= 0 ? focused : at;
  };
  const decideCurrent = (result: Decision) => {
    const meant = focusedIndex();
    const row = rows[meant];
    setCurrentId(row?.one.oddsId);
    decide(row, result);
    const next = rows.findIndex(({ one }, index) => index > meant && isOpen(one));
    if (next >= 0 && row && !needsReason(row.one, result)) goTo(next);
  };
  const acceptAll = () => {
    if (entries.length > 0) void settle(entries);
  };
  useKeys(
    {
      j: () => goTo(focusedIndex() + 1),
      k: () => goTo(focusedIndex() - 1),
      a: () => decideCurrent('won'),
      d: () => decideCurrent('lost'),
      v: () => decideCurrent('void'),
      'shift+a': () => {
        acceptAll();
        // Without awaiting: the administrator may be in another game by then.
        onNext?.();
      },
      ...digits,
    },
    keys,
  );
  return (
    <div data-settle>
      <GameHead fixture={fixture} now={now} onSaved={() => list.current?.focus()} />
      <Card className="mt-3 overflow-clip">
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={t`Choose game status`}
          className="focus:outline-none"
        >
          {rows.map((row) => (
            <SelectionRow
              key={row.one.oddsId}
              row={row}
              fixture={fixture}
              tickets={tickets}
              current={row === current && keys}
              early={isTooEarly(fixture, row.option, now)}
              onDecide={(result) => {
                setCurrentId(row.one.oddsId);
                decide(row, result);
              }}
              onUndo={undoOf(row, fixture, undoable, run)}
            />
          ))}
        </ul>
        {rows.length === 0 && (
          <p className="px-4 py-6 text-center text-dim">
            <Trans>Nobody else has an open ticket on this game.</Trans>
          </p>
        )}
      </Card>
      <NotYet fixture={fixture} rows={rows} now={now} />
      <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 flex-1 basis-48 text-sm text-dim">
          <Summary fixture={fixture} />
          {complete.length > 0 && <CompleteThen ids={complete} />}
        </p>
        {rows.filter(({ one }) => one.pending > 0).length > 1 && (
          <Button look="quiet" onClick={onVoid}>
            {t`Void all open legs of this game`}
          </Button>
        )}
        {onNext && (
          <Button look={entries.length === 0 ? 'primary' : 'plain'} onClick={onNext}>
            {t`Next game`}
          </Button>
        )}
        {entries.length > 0 && (
          <Button look="primary" onClick={acceptAll}>
            <Plural value={legsIn(fixture, entries)} one="Accept # leg" other="Accept all # legs" />
          </Button>
        )}
      </div>
    </div>
  );
}

/** Digits pressed outside of a field are typed into the first free box. */
const digits: Keys = Object.fromEntries(
  Array.from({ length: 10 }, (_, digit) => [String(digit), focusScore]),
);

function focusScore(): 'pass' {
  boxToType(document.querySelector('[data-settle]'))?.focus();
  return 'pass';
}

/** The first empty box, otherwise the first. */
function boxToType(panel: Element | null): HTMLInputElement | undefined {
  const all = [...(panel?.querySelectorAll<HTMLInputElement>('[data-box]') ?? [])];
  return all.find(({ value }) => value === '') ?? all[0];
}

/** Undoes a recent decision on an option; undefined without one. */
function undoOf(
  { one }: Row,
  { id, version }: OptimisticFixture,
  undoable: UndoableActions,
  run: FixtureSettleProps['run'],
): (() => void) | undefined {
  if (decisionOf(one) === undefined) return undefined;
  const isIt = (settled: UndoableAction['settled'][number]) =>
    settled.fixtureId === id && settled.oddsIds.includes(one.oddsId);
  const action = undoable.actions.find(({ settled }) => settled.some(isIt));
  const settled = action?.settled.find(isIt);
  if (!action || !settled) return undefined;
  const part = { ...action, settled: [{ ...settled, oddsIds: [one.oddsId] }], confirmed: [] };
  return () => void run(async () => undoable.undo(part, () => version));
}

/** The number of legs that these entries decide. */
function legsIn({ selections }: OptimisticFixture, entries: readonly Entry[]): number {
  const ids = new Set(entries.map(({ oddsId }) => oddsId));
  return selections.reduce(
    (sum, { oddsId, pending, differing }) => sum + (ids.has(oddsId) ? pending + differing : 0),
    0,
  );
}

type GameHeadProps = { fixture: OptimisticFixture; now: Date; onSaved: () => void };

/** Clubs, kick-off and the fields of the result. */
function GameHead({ fixture, now, onSaved }: GameHeadProps) {
  const { t } = useLingui();
  const { home, away, kickOff, sportKey, device } = fixture;
  const league = leagueOf(sportKey).title;
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
          <time dateTime={kickOff}>{whenText(kickOff, now)}</time>
        </span>
        {device && <DeviceTag state={device.state} />}
      </p>
      <div className="mt-3 flex flex-wrap items-start justify-center gap-x-4 gap-y-3">
        <p className={side}>
          <Badge team={home} size={52} />
          <TeamName team={home} />
        </p>
        <div className="order-last basis-full md:order-none md:basis-auto">
          <ResultFields fixture={fixture} now={now} onSave={onSaved} />
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
            title={device.problem && problemWords(device.problem)}
            actions={<LinkButton to="/sync">{t`See what is on this phone`}</LinkButton>}
          />
        </div>
      )}
    </Card>
  );
}

type NotYetProps = { fixture: OptimisticFixture; rows: readonly Row[]; now: Date };

/** The time from which won or lost can be decided, if it is in the future. */
function NotYet({ fixture, rows, now }: NotYetProps) {
  const early = rows.filter(({ option }) => isTooEarly(fixture, option, now));
  const moments = early.flatMap(({ option }) => {
    const { status, kickOff } = fixture;
    return whistleOf(option, { status, kickOff: new Date(kickOff) }) ?? [];
  });
  if (early.length === 0) return undefined;
  const last = moments.toSorted((one, next) => next.getTime() - one.getTime())[0];
  if (!last) {
    return (
      <p className="mt-3 text-sm text-dim">
        <Trans>The match is not played: only void is possible.</Trans>
      </p>
    );
  }
  const moment = dayAndTime(last);
  return (
    <p className="mt-3 text-sm text-dim">
      <Trans>
        Won or lost can be said from {moment} on: the whistle that decides it has not gone.
      </Trans>
    </p>
  );
}

/**
 * "31 legs: 12 won, 17 lost, 2 void", and the legs of own tickets, which another administrator
 * decides.
 */
function Summary({ fixture }: { fixture: OptimisticFixture }) {
  const { t } = useLingui();
  const { legs, won, lost, void: voided, open, own } = tallyOf(fixture);
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

/** The number of tickets that are named; a line has no room for more. */
const named = 4;

/** The tickets that can be confirmed once every certain result is accepted. */
function CompleteThen({ ids }: { ids: readonly string[] }) {
  const codes = ids.slice(0, named).map(ticketCode).join(' · ');
  return (
    <span className="block">
      <Plural
        value={ids.length}
        one="# ticket is complete then:"
        other="# tickets are complete then:"
      />{' '}
      <bdi className="figure font-semibold text-ink">
        {codes}
        {ids.length > named && ' …'}
      </bdi>
    </span>
  );
}
