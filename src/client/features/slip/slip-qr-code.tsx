import { t } from '@lingui/core/macro';
import type { Slip } from '#client/data/tips/slip.ts';
import { scrollIntoViewOnMount } from '#client/ui/focus.ts';
import { QrCode } from '#client/ui/qr-code.tsx';
import { ShareButton } from '#client/ui/tip/share-tip.tsx';
import { createSlipPath } from './slip-link.ts';

/** The slip as a QR code and as a link, which another phone can open without a network. */
export function SlipQrCode({ slip }: { slip: Slip }) {
  const path = createSlipPath(slip);
  return (
    <div ref={scrollIntoViewOnMount} className="grid justify-items-center gap-3 pt-2">
      <QrCode text={new URL(path, location.origin).href} label={t`Your slip as a picture`} />
      <p className="text-sm text-dim">
        {t`Hold this up to another phone that has Touchline. It opens the slip offline too, with the odds that phone has.`}
      </p>
      <ShareButton title={t`A slip`} path={path} onCard={false} />
    </div>
  );
}
