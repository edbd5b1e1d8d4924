import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useServerNow } from '#client/data/device/server-time.ts';
import type { Slip } from '#client/data/tips/slip.ts';
import { countText, durationText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { useAnnounceKickOff } from '#client/ui/tip/kick-off.tsx';
import { hasStarted } from '#domain/fixture.ts';
import { totalSlipOdds, useSlipLegs } from './slip-legs.ts';

/** The bar that opens the slip: number of games, odds, and time to the deadline. */
export function SlipBar({ slip, onReview }: { slip: Slip; onReview: () => void }) {
  const legs = useSlipLegs(slip);
  const now = useServerNow(20_000);
  const first = legs[0]?.kickOff;
  if (first === undefined) return undefined;
  const { total, toCome } = totalSlipOdds(legs);
  const span = durationText(first.getTime() - now.getTime());
  const toComeWords = <Plural value={toCome} one="# price to come" other="# prices to come" />;
  return (
    <div
      data-bar
      className="@container fixed inset-x-[calc(0.5rem+var(--side))] bottom-[calc(var(--navigation)+8px)] z-20 mx-auto max-w-160 animate-[rise_160ms_ease-out] md:bottom-[calc(1rem+env(safe-area-inset-bottom))] lg:hidden"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onReview}
        className="flex min-h-14 w-full items-center gap-3 rounded-md bg-flag px-3 py-1.5 text-start text-on-flag @max-[17.5rem]:flex-wrap @max-[17.5rem]:gap-2"
      >
        <span className="figure inline-flex size-8 shrink-0 items-center justify-center rounded-sm bg-on-flag text-base font-bold text-flag @max-[17.5rem]:size-6">
          {countText(legs.length)}
        </span>
        <span className="min-w-0 flex-1 @max-[17.5rem]:basis-28">
          <span className="sr-only">
            <Plural value={legs.length} one="game on your slip, " other="games on your slip, " />
          </span>
          <span className="figure block text-md leading-tight font-bold">
            {total ? (
              <Trans>
                Odds <QuoteFigure quote={total} className="" />
              </Trans>
            ) : (
              toComeWords
            )}
            {total && toCome > 0 && (
              <span className="font-sans text-xs font-medium"> · {toComeWords}</span>
            )}
          </span>
          <span data-live className="block text-xs @max-[17.5rem]:sr-only">
            {hasStarted(first, now) ? t`A game has kicked off` : t`First kick-off in ${span}`}
          </span>
        </span>
        <span className="flex shrink-0 items-center font-bold">
          {t`Review`}
          <Icon name="next" className="size-5 @max-[17.5rem]:hidden" />
        </span>
      </button>
    </div>
  );
}

/** Announces the deadline to screen readers; on the screen the bar and the rows show it. */
export function KickOffAnnouncement({ slip }: { slip: Slip }) {
  const legs = useSlipLegs(slip);
  const now = useServerNow(20_000);
  useAnnounceKickOff(legs[0]?.kickOff, now, (span) => t`Hurry: first kick-off in ${span}`);
  return undefined;
}
