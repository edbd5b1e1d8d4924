import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { isResultMissing } from '#domain/fixture.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useDesk } from '#client/data/desk/desk.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { GameSearch } from '#client/ui/form/game-search.tsx';
import { fetchedAtText, capitalisedDayAndTimeText } from '#client/ui/formats.ts';
import { EmptyState, Loading } from '#client/ui/notice.tsx';
import { Section } from '#client/ui/page.tsx';
import { ChangeStateTag, Tag } from '#client/ui/tag.tsx';
import { ChangeProgress } from '../desk/change-progress.tsx';
import { DifferingTicketsNote } from '../desk/differing-tickets.tsx';
import { DeskUnavailable } from '../desk/desk-unavailable.tsx';
import { EarlierGames } from '../desk/earlier-games.tsx';
import { GameFacts } from '../desk/game-link.tsx';
import { filterDeskGames } from '../desk/game-search.ts';
import { isPossiblyOver } from '../desk/result-draft.ts';
import { type ResultFieldsHandle, ResultFields, ResultHint } from '../desk/result-fields.tsx';
import { SeasonImport } from './season-import.tsx';
import { DifferingResult } from './differing-result.tsx';
import { UnknownClubs } from './unknown-clubs.tsx';

/** The page of results: a row per game with tickets, games without a result first. */
export function ResultsPage() {
  const { t } = useLingui();
  const desk = useDesk();
  const now = useServerNow(30_000);
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  // A row that had the focus stays in its section, even if the game gets a result.
  const [partById, setPartById] = useState<ReadonlyMap<string, ResultGroup>>(new Map());
  if (desk === undefined) return <Loading label={t`Fetching games`} shape="row" rows={6} />;
  if (desk === null) return <DeskUnavailable />;
  const isSearched = search.trim() !== '';
  const fixtures = filterDeskGames(desk.fixtures, search);
  const { missing = [], known = [], toCome = [] } = groupByResult(fixtures, now, partById);
  const rows = {
    now,
    saved,
    onSaved: (id: string) => setSaved((others) => new Set([...others, id])),
    onEnter: (fixture: OptimisticFixture) => {
      if (!partById.has(fixture.id))
        setPartById(new Map([...partById, [fixture.id, findResultGroup(fixture, now)]]));
    },
  };
  return (
    <>
      <p className="text-sm text-dim">{fetchedAtText(desk.fetchedAt)}</p>
      <ResultHint />
      <SeasonImport fixtures={desk.fixtures} />
      <GameSearch search={search} onSearch={setSearch} className="mt-4" />
      {(!isSearched || missing.length > 0) && (
        <Section title={<Trans>Without a result</Trans>}>
          {missing.length === 0 ? (
            <EmptyState>{t`Every game that is over has its result.`}</EmptyState>
          ) : (
            <ResultRows fixtures={missing} {...rows} />
          )}
        </Section>
      )}
      {known.length > 0 && (
        <Section title={<Trans>With a result</Trans>}>
          <ResultRows fixtures={known} {...rows} />
        </Section>
      )}
      {toCome.length > 0 && (
        <Disclosure
          className="mt-6"
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
          summary={<Plural value={toCome.length} one="# game to come" other="# games to come" />}
        >
          {isOpen && <ResultRows fixtures={toCome} {...rows} />}
        </Disclosure>
      )}
      {!isSearched && <UnknownClubs />}
      {isSearched && <EarlierGames search={search} desk={desk.fixtures} />}
    </>
  );
}

type ResultGroup = 'missing' | 'known' | 'toCome';

function groupByResult(
  fixtures: readonly OptimisticFixture[],
  now: Date,
  partById: ReadonlyMap<string, ResultGroup>,
): Partial<Record<ResultGroup, OptimisticFixture[]>> {
  return Object.groupBy(
    fixtures,
    (fixture) => partById.get(fixture.id) ?? findResultGroup(fixture, now),
  );
}

function findResultGroup(fixture: OptimisticFixture, now: Date): ResultGroup {
  if (isPossiblyOver(fixture, now) || fixture.told) return 'missing';
  const { status } = fixture;
  return status === 'scheduled' || status === 'in-play' ? 'toCome' : 'known';
}

type ResultRowsProps = {
  fixtures: readonly OptimisticFixture[];
  now: Date;
  saved: ReadonlySet<string>;
  onSaved: (id: string) => void;
  onEnter: (fixture: OptimisticFixture) => void;
};

function ResultRows({ fixtures, now, saved, onSaved, onEnter }: ResultRowsProps) {
  const rows = useRef<(FocusFirstEmptyBox | null)[]>([]);
  const goOnAfter = (index: number) => {
    rows.current.slice(index + 1).some((comeTo) => comeTo?.());
  };
  return (
    <ul className="card-border @container relative overflow-clip rounded-md bg-card">
      {fixtures.map((fixture, index) => (
        <ResultRow
          key={fixture.id}
          ref={(comeTo) => {
            rows.current[index] = comeTo;
          }}
          fixture={fixture}
          now={now}
          saved={saved.has(fixture.id)}
          onSave={() => goOnAfter(index)}
          onSaved={() => onSaved(fixture.id)}
          onEnter={() => onEnter(fixture)}
        />
      ))}
    </ul>
  );
}

/** Focuses the first empty field of a row; returns false if there is none. */
type FocusFirstEmptyBox = () => boolean;

type ResultRowProps = {
  ref: Ref<FocusFirstEmptyBox>;
  fixture: OptimisticFixture;
  now: Date;
  saved: boolean;
  onSave: () => void;
  onSaved: () => void;
  onEnter: () => void;
};

/** A game with its result fields. Saving focuses the next row with an empty field. */
function ResultRow({ ref, fixture, now, saved, onSave, onSaved, onEnter }: ResultRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const boxes = useRef<ResultFieldsHandle>(null);
  useImperativeHandle(ref, () => () => {
    if (boxes.current?.firstEmpty === undefined) return false;
    // Scrolls the row below the top bar, so that a phone's keyboard does not cover it.
    boxes.current.focus('halfHome', { preventScroll: true });
    row.current?.scrollIntoView({ block: 'start' });
    return true;
  });
  const { kickOff, device } = fixture;
  return (
    <li ref={row} className="grid grid-cols-1 gap-2 border-line px-3 py-3 not-first:border-t">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-dim">
          <GameFacts {...fixture} moment={capitalisedDayAndTimeText(kickOff, now)} />
        </p>
        <p role="status">
          {device ? (
            <ChangeStateTag state={device.state} />
          ) : saved && !isPossiblyOver(fixture, now) ? (
            <ChangeProgress
              kind="result.set"
              fixtureIds={[fixture.id]}
              confirmed={
                <Tag tone="won">
                  <Trans>Saved</Trans>
                </Tag>
              }
            />
          ) : (
            isResultMissing({ status: fixture.status, kickOff: new Date(kickOff) }, now) && (
              <Tag tone="saved">
                <Trans>Result missing</Trans>
              </Tag>
            )
          )}
        </p>
      </div>
      <DifferingResult fixture={fixture} />
      <ResultFields
        ref={boxes}
        fixture={fixture}
        now={now}
        onEnter={onEnter}
        onSave={onSave}
        onSaved={onSaved}
        hasClubs
      />
      {/* The server's count of differing tickets does not consider an unsent result. */}
      <div role="status" className="empty:hidden">
        {!device && <DifferingTicketsNote fixture={fixture} />}
      </div>
    </li>
  );
}
