import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { Badge, DeviceBadge } from '#client/ui/badge.tsx';
import { mediumDate, shortTime } from '#client/ui/formats.ts';

/** Where a saved tip stands: still on this phone, on its way, or posted and when. */
export function TipStanding({ tip, now }: { tip: OptimisticTip; now: Date }) {
  if (tip.device) return <DeviceBadge standing={tip.device.state} />;
  const posted = new Date(tip.creationTime);
  const today = i18n.date(posted) === i18n.date(now);
  return (
    <Badge tone="waiting">
      <Trans>Posted {today ? shortTime(posted) : mediumDate(posted)}</Trans>
    </Badge>
  );
}
