import { useLingui } from '@lingui/react/macro';
import type { Slip } from '#domain/slip.ts';
import { useServerNow } from '#client/data/use-server-now.ts';
import { useSaidBefore } from '#client/ui/tip/kick-off.tsx';
import { firstKickOff, useSlipLegs } from './use-slip-legs.ts';

/** The slip's deadline for the ear; the bar and its rows have it for the eye. */
export function KickOffSaid({ slip }: { slip: Slip }) {
  const { t } = useLingui();
  const { legs } = useSlipLegs(slip);
  const now = useServerNow(20_000);
  useSaidBefore(firstKickOff(legs), now, (span) => t`Hurry: first kick-off in ${span}`);
  return undefined;
}
