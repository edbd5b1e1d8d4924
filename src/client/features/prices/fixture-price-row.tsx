import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useServerNow } from '#client/data/device/server-time.ts';
import { BadgePair } from '#client/ui/member/badge.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { durationText, capitalisedDayAndTimeText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Skeleton } from '#client/ui/notice.tsx';
import { ChangeStateTag } from '#client/ui/tag.tsx';
import { TeamName } from '#client/ui/text.tsx';
import type { Estimates } from '#domain/odds/estimate.ts';
import { hasStarted } from '#domain/fixture.ts';
import { pricingWindowMs } from '#domain/odds/price.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { groupPriceRows } from './price-entry.ts';
import { PriceForm } from './price-form.tsx';

type FixturePriceRowProps = {
  fixture: OptimisticFixture;
  /** Estimates based on the feed's prices; null until they are computed. */
  estimates: Estimates | null | undefined;
  open: boolean;
  /** A counter of taps that opened the fixture; each moves the focus to a field. 0 before a tap. */
  focus: number;
  /** True if no other fixture is about to collapse, which would move this row. */
  isPositionStable: boolean;
  onOpen: () => void;
  onLeave: () => void;
  onSaved: () => void;
};

/** A fixture with unpriced options: one line while collapsed, with price fields while open. */
export function FixturePriceRow({ open, isPositionStable, onOpen, ...rest }: FixturePriceRowProps) {
  const { fixture, focus } = rest;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open && focus > 0 && isPositionStable) card.current?.scrollIntoView({ block: 'start' });
  }, [open, focus, isPositionStable]);
  const line = 'flex min-h-14 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-start';
  return (
    <article ref={card} className="card-border scroll-mt-20 overflow-clip rounded-md bg-card">
      <h2>
        {open ? (
          <span className={line}>
            <FixtureLine fixture={fixture} />
          </span>
        ) : (
          <button
            type="button"
            aria-expanded="false"
            onClick={onOpen}
            className={joinClasses(line, 'hover:bg-sunk')}
          >
            <FixtureLine fixture={fixture} />
            <Icon name="down" className="size-5" />
          </button>
        )}
      </h2>
      {open && <PriceFields {...rest} />}
    </article>
  );
}

type FixtureProps = Pick<FixturePriceRowProps, 'fixture'>;

function FixtureLine({ fixture }: FixtureProps) {
  return (
    <>
      <BadgePair home={fixture.home} away={fixture.away} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-narrow text-md font-bold">
          <TeamName team={fixture.home} /> – <TeamName team={fixture.away} />
        </span>
        <span className="block font-sans text-sm font-normal text-dim">
          <KickOffText kickOff={fixture.kickOff} /> · <UnpricedOptions fixture={fixture} />
        </span>
      </span>
      {fixture.device && <ChangeStateTag state={fixture.device.state} />}
    </>
  );
}

const dayMs = 24 * 60 * 60_000;

function KickOffText({ kickOff }: { kickOff: string }) {
  const now = useServerNow(30_000);
  const remainingMs = Date.parse(kickOff) - now.getTime();
  if (remainingMs <= 0) return <Trans>Kicked off</Trans>;
  const moment = capitalisedDayAndTimeText(kickOff, now);
  if (remainingMs > dayMs) return moment;
  const span = durationText(remainingMs);
  return (
    <span
      data-live
      className={joinClasses(remainingMs <= pricingWindowMs && 'font-bold text-saved')}
    >
      {moment} · <Trans>kick-off in {span}</Trans>
    </span>
  );
}

/** The number of options without a price, and the number of their tickets. */
function UnpricedOptions({ fixture: { selections } }: FixtureProps) {
  const waiting = selections.filter(({ unpriced }) => unpriced > 0);
  const tickets = waiting.reduce((sum, { unpriced }) => sum + unpriced, 0);
  if (waiting.length === 0) return <Trans>Every option has odds</Trans>;
  return (
    <>
      <Plural value={waiting.length} one="# option" other="# options" />{' '}
      <Plural value={tickets} one="in # ticket" other="in # tickets" />
    </>
  );
}

type PriceFieldsProps = Omit<FixturePriceRowProps, 'open' | 'isPositionStable' | 'onOpen'>;

/** Renders the fields after the estimates were computed, which must not appear during typing. */
function PriceFields({ estimates, ...rest }: PriceFieldsProps) {
  const { fixture } = rest;
  const { t } = useLingui();
  const now = useServerNow(30_000);
  if (estimates === null) {
    return (
      <div role="status" aria-label={t`Fetching the odds`} className="grid gap-2 px-4 pb-4">
        {fixture.selections.map(({ oddsId }) => (
          <Skeleton key={oddsId} className="h-12 rounded-sm" />
        ))}
      </div>
    );
  }
  return (
    <PriceForm
      {...rest}
      rows={groupPriceRows(fixture, estimates)}
      started={hasStarted(new Date(fixture.kickOff), now)}
    />
  );
}
