import { Plural, useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { type Desk, findReadyTickets, useDesk } from '#client/data/desk/desk.ts';
import type { UndoableAction } from '#client/data/desk/undo-pieces.ts';
import { useUndoableActions } from '#client/data/desk/undoable-actions.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { scrollPage } from '#client/startup/page-scroll.ts';
import { deskShortcutSetting } from '#client/session/preferences.ts';
import { useObservable } from '#client/use-observable.ts';
import { Button } from '#client/ui/button.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { fetchedAtText } from '#client/ui/formats.ts';
import { focusOnMount } from '#client/ui/focus.ts';
import { GameSearch } from '#client/ui/form/game-search.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { createLazyComponent, LazyContent } from '#client/ui/lazy-content.tsx';
import { EmptyState, Loading } from '#client/ui/notice.tsx';
import { useIsDesktop } from '#client/ui/use-desktop.ts';
import { useTaskWithToast } from '../desk/desk-task.ts';
import { ReadyTicketsBar, UndoBar } from '../desk/undo-bar.tsx';
import { ShortcutBar, useShortcuts } from './desk-shortcuts.tsx';
import { FixtureSettlement } from './fixture-settlement.tsx';
import { EarlierGames } from '../desk/earlier-games.tsx';
import { GameList } from './game-list.tsx';
import { filterDeskGames } from '../desk/game-search.ts';
import { DeskUnavailable } from '../desk/desk-unavailable.tsx';
import type { SettleDialogRequest } from './settle-dialog.tsx';
import {
  createRuleEntries,
  type SettleGroup,
  groupFixtures,
  createSettlementPayload,
} from './settle-groups.ts';

const SettleDialog = createLazyComponent(() => import('./settle-dialog.tsx'), 'SettleDialog');

type SettleDeskProps = {
  /** The id of the game in the URL. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
};

/** Settles game by game: a list beside the open game; on a phone one of the two. */
export function SettleDesk(props: SettleDeskProps) {
  const { t } = useLingui();
  const desk = useDesk('desk and tickets');
  if (desk === undefined) return <Loading label={t`Fetching games`} shape="row" rows={6} />;
  if (desk === null) return <DeskUnavailable />;
  return <SettleGames {...props} desk={desk} />;
}

const noTickets: Desk['tickets'] = [];

/** The groups of games that need work, in working order. */
const groupsWithWork: readonly SettleGroup[] = ['exceptions', 'missing', 'ready'];

function SettleGames({ opened, onOpen, desk }: SettleDeskProps & { desk: Desk }) {
  const now = useServerNow(15_000);
  const isDesktop = useIsDesktop();
  // The request is stored here, because the game may leave the desk while a reason is typed.
  const [request, setRequest] = useState<SettleDialogRequest>();
  const close = () => setRequest(undefined);
  const actions = useDeskActions(desk, now, close);
  const { undoable, ready, busy, run } = actions;
  const [search, setSearch] = useState('');
  const searchField = useRef<HTMLInputElement>(null);
  const chosenRow = useRef<HTMLButtonElement>(null);
  // The tapped game gets the focus, because the list precedes its options in Tab order.
  const [tapped, setTapped] = useState<string>();
  const groups = groupFixtures(filterDeskGames(desk.fixtures, search), now);
  const { chosen, isIdle, next, neighbour } = useOpenGame(groups, opened);
  const fixture = desk.fixtures.find(({ id }) => id === chosen);
  const open = (game: OptimisticFixture | undefined) => game && onOpen(game.id);
  const requestConfirmation = () => {
    const ids = new Set(ready.ids);
    const tickets = desk.tickets.filter(({ id }) => ids.has(id));
    if (tickets.length > 0) setRequest({ kind: 'confirm', tickets });
  };
  const [newest] = undoable.actions;
  const keys = useShortcutSwitch(isDesktop);
  const isActing = keys.on && request === undefined;
  const toSearch = () => searchField.current?.focus();
  useShortcuts(
    {
      ArrowDown: () => open(neighbour(1)),
      ArrowUp: () => open(neighbour(-1)),
      Enter: () => open(next),
      z: () => newest && void actions.undo(newest),
      c: requestConfirmation,
      '/': toSearch,
      'shift+/': toSearch,
    },
    isActing,
  );
  const isAway = opened !== undefined && !isDesktop;
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:items-start">
        <div className={joinClasses(isAway && 'hidden')}>
          <GameSearch ref={searchField} search={search} onSearch={setSearch} className="mb-2" />
          <p className="mb-2 text-sm text-dim">{fetchedAtText(desk.fetchedAt)}</p>
          {/* Beside an open game, the main action is that game's button. */}
          <AcceptRuleResultsButton
            {...{ groups, busy, run, undoable }}
            isMain={!isDesktop || !fixture}
          />
          <GameList
            groups={groups}
            now={now}
            chosen={isDesktop ? chosen : undefined}
            searched={search !== ''}
            chosenRef={chosenRow}
            onChoose={(id) => {
              setTapped(id);
              onOpen(id);
            }}
          />
          {groups.length === 0 && (search === '' ? <NoOpenTickets /> : <NoGamesFound />)}
          {search.trim() !== '' && <EarlierGames search={search} desk={desk.fixtures} />}
        </div>
        {(isDesktop || isAway) && (
          <div
            key={chosen}
            ref={tapped !== undefined && tapped === chosen ? focusOnMount : undefined}
            tabIndex={-1}
            className="min-w-0 focus:shadow-none focus:outline-none"
          >
            {isDesktop && fixture && <BackToList onBack={() => chosenRow.current?.focus()} />}
            {isAway && <BackToGames onBack={() => onOpen(undefined)} />}
            {fixture ? (
              <FixtureSettlement
                key={fixture.id}
                {...{ fixture, now, undoable, run }}
                tickets={desk.isAllHere ? desk.tickets : noTickets}
                keys={isActing}
                onReasonNeeded={(decision) => setRequest({ kind: 'overrule', decision })}
                onVoid={() => setRequest({ kind: 'void', fixture })}
                onNext={next && (() => open(next))}
              />
            ) : (
              opened !== undefined && <NoOpenTickets />
            )}
          </div>
        )}
      </div>
      <div
        data-desk-footer
        className="sticky bottom-(--navigation) z-10 mt-4 bg-ground md:bottom-0"
      >
        {/* The bars are at the lower edge, where a change of their height moves nothing. */}
        <div className="flex flex-wrap gap-2 py-2 empty:hidden">
          <UndoBar actions={undoable.actions} now={now} onUndo={actions.undo} />
          {!isAway && (
            <ReadyTicketsBar {...{ ready, busy }} first={isIdle} onConfirm={requestConfirmation} />
          )}
        </div>
        {isDesktop && <ShortcutBar {...keys} />}
      </div>
      {request && (
        <LazyContent onMissing={close}>
          <SettleDialog
            {...{ request, now, busy }}
            fixtures={desk.fixtures}
            onSettle={actions.settle}
            onConfirm={actions.confirm}
            onClose={close}
          />
        </LazyContent>
      )}
    </>
  );
}

/** Reads and changes whether shortcuts are enabled; they work only while `isVisible`. */
function useShortcutSwitch(isVisible: boolean) {
  const on = useObservable(deskShortcutSetting) !== 'off' && isVisible;
  const onToggle = () => deskShortcutSetting.set(on ? 'off' : undefined);
  return { on, onToggle };
}

/** Finds the open game, the next game with work, and the neighbours in the list. */
function useOpenGame(groups: ReturnType<typeof groupFixtures>, opened: string | undefined) {
  const isDesktop = useIsDesktop();
  const order = groups.flatMap(([, fixtures]) => fixtures);
  const toDo = groups.flatMap(([group, fixtures]) =>
    groupsWithWork.includes(group) ? fixtures : [],
  );
  // A desktop opens the first game, which stays open until another game is chosen.
  const [first, setFirst] = useState<string>();
  if (isDesktop && first === undefined && order[0]) setFirst(order[0].id);
  const chosen = opened ?? (isDesktop ? first : undefined);
  const at = order.findIndex(({ id }) => id === chosen);
  // On a phone the game replaces the list, so the page scrolls to its top.
  useLayoutEffect(() => {
    if (!isDesktop && opened !== undefined) scrollPage(0);
  }, [isDesktop, opened]);
  return {
    chosen,
    isIdle: toDo.length === 0,
    next: findNextGame(order, toDo, chosen),
    neighbour: (step: 1 | -1) => order[at === -1 ? 0 : at + step],
  };
}

/** The administrator's actions; those that decide or confirm also close the dialog. */
function useDeskActions(desk: Desk, now: Date, close: () => void) {
  const undoable = useUndoableActions(now);
  const { ready, hold } = useReadyTickets(desk);
  const { busy, run } = useTaskWithToast();
  return {
    undoable,
    ready,
    busy,
    run,
    settle: async (settling: ReturnType<typeof createSettlementPayload>) =>
      run(async () => {
        await undoable.settleFixtures([settling]);
        close();
      }),
    confirm: async (ids: readonly string[]) =>
      run(async () => {
        hold(ids);
        try {
          await undoable.confirmTickets(ids);
        } catch (error) {
          hold([]);
          throw error;
        }
        close();
      }),
    undo: (action: UndoableAction) =>
      run(async () => {
        hold([]);
        const versionOf = (id: string) => desk.fixtures.find((one) => one.id === id)?.version;
        await undoable.undo(action, versionOf);
      }),
  };
}

/**
 * The tickets that can be confirmed, without those just confirmed, which the stored desk contains
 * until the next fetch.
 */
function useReadyTickets(desk: Desk) {
  const [justConfirmed, setJustConfirmed] = useState<ReadonlySet<string>>(new Set());
  if (justConfirmed.size > 0 && !findReadyTickets(desk).ids.some((id) => justConfirmed.has(id)))
    setJustConfirmed(new Set());
  const ready = useMemo(
    () =>
      findReadyTickets({
        ...desk,
        tickets: desk.tickets.filter(({ id }) => !justConfirmed.has(id)),
      }),
    [desk, justConfirmed],
  );
  return { ready, hold: (ids: readonly string[]) => setJustConfirmed(new Set(ids)) };
}

function BackToGames({ onBack }: { onBack: () => void }) {
  const { t } = useLingui();
  return (
    <Button look="quiet" onClick={onBack} className="-ms-4 mb-2">
      <Icon name="next" className="rotate-180" />
      {t`All games`}
    </Button>
  );
}

function BackToList({ onBack }: { onBack: () => void }) {
  const { t } = useLingui();
  return (
    <Button look="quiet" onClick={onBack} className="sr-only focus:not-sr-only">
      {t`Back to the list`}
    </Button>
  );
}

function NoOpenTickets() {
  const { t } = useLingui();
  return <EmptyState>{t`No open ticket waits for this.`}</EmptyState>;
}

function NoGamesFound() {
  const { t } = useLingui();
  return <EmptyState>{t`No game matches. Try another team or league.`}</EmptyState>;
}

/** Finds the next game with work after the open game, else the first game with work. */
function findNextGame(
  order: readonly OptimisticFixture[],
  toDo: readonly OptimisticFixture[],
  chosen: string | undefined,
): OptimisticFixture | undefined {
  const indexById = new Map(order.map(({ id }, index) => [id, index]));
  const at = indexById.get(chosen ?? '') ?? -1;
  const others = toDo.filter(({ id }) => id !== chosen);
  return others.find(({ id }) => (indexById.get(id) ?? 0) > at) ?? others[0];
}

type AcceptCertainButtonProps = Pick<
  ReturnType<typeof useDeskActions>,
  'undoable' | 'busy' | 'run'
> & {
  groups: ReturnType<typeof groupFixtures>;
  isMain: boolean;
};

/** A button that settles all games for which the rules determine every result. */
function AcceptRuleResultsButton({
  groups,
  undoable,
  busy,
  run,
  isMain,
}: AcceptCertainButtonProps) {
  const fixtures = groups.find(([group]) => group === 'ready')?.[1] ?? [];
  const certain = fixtures.map((fixture) =>
    createSettlementPayload(fixture, createRuleEntries(fixture)),
  );
  if (certain.length === 0) return undefined;
  return (
    <Button
      look={isMain ? 'primary' : 'plain'}
      busy={busy}
      className="mb-3 w-full"
      onClick={() => run(async () => undoable.settleFixtures(certain))}
    >
      <Plural
        value={certain.length}
        one="Accept all that is certain of # game"
        other="Accept all that is certain of # games"
      />
    </Button>
  );
}
