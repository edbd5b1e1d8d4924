import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { DeskFixture } from '#contract/desk.ts';
import { gameName, hasStarted } from '#domain/fixture.ts';
import { pricingWindowMs } from '#domain/odds/price.ts';
import { type Desk, useDesk } from '#client/data/desk/desk.ts';
import { useEstimates } from '#client/data/estimates.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { Button } from '#client/ui/button.tsx';
import { ChipLink } from '#client/ui/chip.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { fetchedAtText, dayAndTimeText, gameText } from '#client/ui/formats.ts';
import { GameName } from '#client/ui/text.tsx';
import { EmptyState, Loading } from '#client/ui/notice.tsx';
import { ChangeProgress } from '../desk/change-progress.tsx';
import { FetchFailure } from '../desk/fetch-failure.tsx';
import { FixturePriceRow } from './fixture-price-row.tsx';
import type { PricesSearch } from './prices-search.ts';

/** The page of options without a price, grouped by fixture, the next kick-off first. */
export function PricesPage({ search }: { search: PricesSearch }) {
  const { t } = useLingui();
  const desk = useDesk();
  const refresh = useRefresh('desk');
  const failed = refresh.state === 'failed' && <FetchFailure onRetry={refresh.retry} />;
  if (!desk) {
    return failed || <Loading label={t`Fetching tickets`} shape="row" rows={6} />;
  }
  return (
    <div className="grid gap-3">
      <PricesContent search={search} desk={desk} />
      {/* The notice is below the list, because a late failure must not move the field in use. */}
      {failed}
    </div>
  );
}

function PricesContent({ search, desk }: { search: PricesSearch; desk: Desk }) {
  const now = useServerNow(30_000);
  const [saved, setSaved] = useState<readonly DeskFixture[]>([]);
  // The fixture that stays open even if another administrator changes it; null if none remains.
  const [opened, setOpened] = useState<string | null | undefined>(search.game);
  // Counts the taps that open a game, because each moves the focus to its first field.
  const [openings, setOpenings] = useState(0);
  // Fixtures whose typed prices are not stored yet; they stay open.
  const [unstored, setUnstored] = useState<readonly DeskFixture[]>([]);
  const isOpen = ({ id }: DeskFixture) => id === opened || unstored.some((each) => each.id === id);
  const waiting = sortForPricing(desk.fixtures.filter(hasUnpricedOption), now);
  const near = waiting.filter(({ kickOff }) => isSoon(kickOff, now));
  const isNear = search.show === 'soon';
  const chosen = isNear ? near : waiting;
  const openedFixture = desk.fixtures.find(({ id }) => id === opened);
  const changed = unstored.filter((each) => !hasUnpricedOption(each));
  const others = [openedFixture, ...changed].map((each) => each?.id);
  const listed = [
    ...desk.fixtures.filter((each) => others.includes(each.id) && !chosen.includes(each)),
    ...chosen,
  ];
  if (!openedFixture && opened !== null && chosen[0]) setOpened(chosen[0].id);
  const estimatesOf = useEstimates(listed.flatMap(({ prices }) => prices ?? []));
  const open = (id: string | undefined) => {
    setOpened(id ?? null);
    setOpenings((before) => before + 1);
  };
  const leave = (fixture: DeskFixture) => {
    setUnstored((all) => [...all, fixture]);
    // A fixture that was just saved may still be in the list.
    const stored = [...saved, ...unstored, fixture];
    const remaining = chosen.filter(({ id }) => !stored.some((each) => each.id === id));
    const later = chosen.slice(chosen.findIndex(({ id }) => id === fixture.id));
    open((remaining.find((each) => later.includes(each)) ?? remaining[0])?.id);
  };
  const store = (fixture: DeskFixture) => {
    setSaved((all) => [...all, fixture]);
    setUnstored((all) => all.filter(({ id }) => id !== fixture.id));
  };
  const last = saved.at(-1);
  return (
    <>
      <NearKickOffFilter near={near.length} all={waiting.length} isNear={isNear} />
      <p className="text-sm text-dim">{fetchedAtText(desk.fetchedAt)}</p>
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm empty:hidden">
        {last && <PricesSaveState key={last.id} fixture={last} />}
      </p>
      {listed.length === 0 && (
        <EmptyState>
          <Trans>Nothing waits for odds.</Trans>
        </EmptyState>
      )}
      <div className="phone-bleed grid gap-2 empty:hidden">
        {listed.map((fixture) => (
          <FixturePriceRow
            key={fixture.id}
            fixture={fixture}
            estimates={fixture.prices && estimatesOf(fixture.prices)}
            open={isOpen(fixture)}
            focus={fixture.id === opened ? openings : 0}
            isPositionStable={unstored.length === 0}
            onOpen={() => open(fixture.id)}
            onLeave={() => leave(fixture)}
            onSaved={() => store(fixture)}
          />
        ))}
      </div>
      <PricedGames fixtures={desk.fixtures} onOpen={open} />
    </>
  );
}

/** The state of the prices that were saved last. */
function PricesSaveState({ fixture: { id, home, away } }: { fixture: DeskFixture }) {
  const game = gameText(gameName(home, away));
  return (
    <ChangeProgress
      kind="prices.set"
      fixtureIds={[id]}
      about={<Trans>Odds of {game}</Trans>}
      confirmed={<Trans>Odds saved: {game}</Trans>}
    />
  );
}

type NearKickOffFilterProps = { near: number; all: number; isNear: boolean };

/** At 200 % text size a chip is wider than a small window unless it wraps. */
const wrappingChipClasses = 'shrink! whitespace-normal!';

/** A switch between all fixtures and those with a near kick-off. */
function NearKickOffFilter({ near, all, isNear }: NearKickOffFilterProps) {
  const { t } = useLingui();
  if (near === 0 && !isNear) return undefined;
  return (
    <nav aria-label={t`Show`} className="flex flex-wrap gap-2 py-1">
      <ChipLink
        to="/admin/prices"
        search={{}}
        aria-current={isNear ? undefined : 'page'}
        className={wrappingChipClasses}
      >
        <Plural value={all} one="All, # game" other="All, # games" />
      </ChipLink>
      <ChipLink
        to="/admin/prices"
        search={{ show: 'soon' }}
        aria-current={isNear ? 'page' : undefined}
        className={wrappingChipClasses}
      >
        <Plural value={near} one="Within two hours, # game" other="Within two hours, # games" />
      </ChipLink>
    </nav>
  );
}

type PricedGamesProps = { fixtures: readonly DeskFixture[]; onOpen: (id: string) => void };

/** The games whose options all have a price, as buttons that open the prices for a change. */
function PricedGames({ fixtures, onOpen }: PricedGamesProps) {
  const priced = fixtures.filter(
    (fixture) =>
      !hasUnpricedOption(fixture) && fixture.selections.some(({ tickets }) => tickets > 0),
  );
  if (priced.length === 0) return undefined;
  return (
    <Disclosure
      summary={
        <Plural
          value={priced.length}
          one="# game has all of its odds"
          other="# games have all of their odds"
        />
      }
    >
      <ul className="grid gap-1">
        {priced.map(({ id, home, away, kickOff }) => (
          <li key={id}>
            <Button look="quiet" className="-ms-4" onClick={() => onOpen(id)}>
              <span>
                <GameName game={gameName(home, away)} /> · {dayAndTimeText(kickOff)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function hasUnpricedOption({ selections }: DeskFixture): boolean {
  return selections.some(({ unpriced }) => unpriced > 0);
}

function isSoon(kickOff: string, now: Date): boolean {
  const remainingMs = Date.parse(kickOff) - now.getTime();
  return remainingMs > 0 && remainingMs <= pricingWindowMs;
}

/** Moves started fixtures to the end, because their prices count in no record. */
function sortForPricing<Fixture extends DeskFixture>(
  fixtures: readonly Fixture[],
  now: Date,
): Fixture[] {
  const [begun, toCome] = [true, false].map((started) =>
    fixtures.filter(({ kickOff }) => hasStarted(new Date(kickOff), now) === started),
  );
  return [...(toCome ?? []), ...(begun ?? [])];
}
