import { i18n } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { countText, mediumDate, oddsText } from '#client/ui/formats.ts';
import { LazyPart, lazyNamed } from '#client/ui/lazy-part.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import type { Tip } from '#contract/tips.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';

// What most tips never have loads with the first that does.
const DeviceNews = lazyNamed(() => import('./device-news.tsx'), 'DeviceNews');

/** What a list of one's own tips gives each of its cards. */
export type OwnTipProps = { tip: OptimisticTip; now: Date; onOpen: (id: string) => void };

type OwnTipCardProps = OwnTipProps &
  Pick<ComponentProps<typeof TipCard>, 'badge' | 'inPairs' | 'acts'> & {
    figures: NonNullable<ComponentProps<typeof TipCard>['figures']>;
    /** Its number of games as well, where no figure says it. */
    games?: boolean;
  };

/** One of one's own tips; a tap anywhere on the card opens it. */
export function OwnTipCard({ tip, now, onOpen, figures, games, ...rest }: OwnTipCardProps) {
  const { t } = useLingui();
  const odds = tip.totalOdds > 0 ? oddsText(tip.totalOdds) : t`Not priced yet`;
  return (
    <div className="relative">
      <TipCard
        {...rest}
        tip={tip}
        title={<TipOpener tip={tip} onOpen={() => onOpen(tip.id)} />}
        figures={[{ label: t`Odds`, value: odds }, ...figures]}
      >
        <div className="grid gap-2">
          <TipFacts tip={tip} games={games} />
          {tip.device && (
            <LazyPart>
              <DeviceNews tip={tip} device={tip.device} now={now} />
            </LazyPart>
          )}
        </div>
      </TipCard>
    </div>
  );
}

/** "3 games · Sat 21 Nov", by the day its first game is played. */
function TipOpener({ tip, onOpen }: { tip: Tip; onOpen: () => void }) {
  const day = i18n.date(new Date(tip.expiryTime), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="-my-2.5 min-h-11 text-start font-bold after:absolute after:inset-0"
    >
      <Plural value={tip.options.length} one="# game" other="# games" />
      {' · '}
      {day}
    </button>
  );
}

/** What distinguishes two tips that look alike: its dates and the end of its id. */
function TipFacts({ tip, games = false }: { tip: Tip; games?: boolean | undefined }) {
  // The last six places of an id are those that differ.
  const id = tip.id.slice(-6).toUpperCase();
  const created = mediumDate(tip.creationTime);
  return (
    <p className="text-xs text-dim">
      <Trans>
        Ticket <span className="figure">{id}</span> · Creation Date{' '}
        <time dateTime={tip.creationTime}>{created}</time>
      </Trans>
      {games && (
        <>
          {' · '}
          <Trans>Number of Games {countText(tip.options.length)}</Trans>
        </>
      )}
    </p>
  );
}
