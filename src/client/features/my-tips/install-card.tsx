import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useInstallSteps } from '#client/data/device/install-steps.ts';
import {
  storeInstallOffered,
  useInstall,
  useHasUsefulAction,
  wasInstallOffered,
} from '#client/data/device/install.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHeading } from '#client/ui/card.tsx';

/**
 * Offers to install the app after a tip was saved or posted on this device, on one visit only. The
 * card appears only if it is due when the page opens, so that nothing moves later.
 */
export function InstallCard() {
  const { way, install } = useInstall();
  const useful = useHasUsefulAction();
  const steps = useInstallSteps(way);
  const isPossible = way === 'prompt' || steps !== undefined;
  const [open, setOpen] = useState(() => useful && isPossible && !wasInstallOffered());
  const shown = open && isPossible;

  useEffect(() => {
    if (shown) storeInstallOffered();
  }, [shown]);

  if (!shown) return undefined;
  const close = () => setOpen(false);
  return (
    <Card className="phone-bleed mb-3 grid gap-2 p-3.5">
      <CardHeading>
        {way === 'file-menu'
          ? t`Keep Touchline in your Dock`
          : t`Keep Touchline on your home screen`}
      </CardHeading>
      <p className="text-sm text-dim">
        {steps} {t`It opens offline, and what you save is kept longer.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {way === 'prompt' && <Button onClick={async () => install()}>{t`Install`}</Button>}
        <Button look="quiet" onClick={close}>
          {t`Not now`}
        </Button>
      </div>
    </Card>
  );
}
