import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { Badge, DeviceBadge } from '#client/ui/badge.tsx';
import { classes } from '#client/ui/classes.ts';
import { countText, mediumDate, oddsText } from '#client/ui/formats.ts';
import { tipsterNameOf } from '#client/ui/tipster.tsx';

type AdminTipRowProps = { tip: OptimisticTip; chosen: boolean; onChoose: () => void };

/** A tip in the list: whose it is, its figures and dates, and what it waits for. */
export function AdminTipRow({ tip, chosen, onChoose }: AdminTipRowProps) {
  return (
    <button
      type="button"
      aria-current={chosen || undefined}
      onClick={onChoose}
      className={classes(
        'w-full rounded-md border-[1.5px] bg-card px-4 py-3 text-start',
        chosen ? 'border-ink' : 'border-line hover:border-dim',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="min-w-0 font-narrow font-bold wrap-anywhere">
          <bdi>{tipsterNameOf(tip)}</bdi>{' '}
          <span className="figure font-normal text-dim">{tip.id.slice(-6).toUpperCase()}</span>
        </span>
        <WaitsFor tip={tip} />
      </span>
      <span className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Fact label={<Trans>Odds</Trans>}>{tip.totalOdds > 0 ? oddsText(tip.totalOdds) : '–'}</Fact>
        <Fact label={<Trans>Games</Trans>}>{countText(tip.options.length)}</Fact>
        <Fact label={<Trans>Creation Date</Trans>}>{mediumDate(tip.creationTime)}</Fact>
        <Fact label={<Trans>Expiry Date</Trans>}>{mediumDate(tip.expiryTime)}</Fact>
      </span>
    </button>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <span>
      <span className="block text-xs text-dim">{label}</span>
      <span className="figure font-bold">{children}</span>
    </span>
  );
}

function WaitsFor({ tip }: { tip: OptimisticTip }) {
  if (tip.device) return <DeviceBadge standing={tip.device.state} />;
  if (tip.IsGameSuccessful) {
    return (
      <Badge tone="quiet">
        <Trans>Treated</Trans>
      </Badge>
    );
  }
  const unpriced = tip.options.filter(({ odd, result }) => odd === 0 && result !== 'void');
  if (unpriced.length > 0) {
    return (
      <Badge tone="saved">
        <Plural value={unpriced.length} one="# game without odds" other="# games without odds" />
      </Badge>
    );
  }
  const undecided = tip.options.some(({ result }) => result === 'pending');
  return undecided ? (
    <Badge tone="waiting">
      <Trans>Pending</Trans>
    </Badge>
  ) : (
    <Badge tone="won">
      <Trans>Ready to confirm</Trans>
    </Badge>
  );
}
