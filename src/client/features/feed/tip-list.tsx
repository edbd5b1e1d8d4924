import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Tip } from '#contract/tips.ts';
import { useCopy } from '#client/data/use-copy.ts';
import { Button } from '#client/ui/button.tsx';
import { dayAndTime } from '#client/ui/formats.ts';
import { OpenedTip } from '#client/ui/tip/opened-tip.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { TipsterLink } from '#client/ui/tipster.tsx';
import { WindowList } from '#client/ui/list.tsx';

/** Tips of everybody, each under its tipster's name. */
export function TipList({ tips }: { tips: readonly Tip[] }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Tip>();
  const copy = useCopy();
  return (
    <>
      <WindowList label={t`Recent Tips`} items={tips} keyOf={({ id }) => id} estimate={300} columns>
        {(tip) => (
          <TipCard
            tip={tip}
            title={<TipTitle tip={tip} />}
            acts={
              <Button onClick={() => setOpen(tip)}>
                <Trans>Details</Trans>
              </Button>
            }
          />
        )}
      </WindowList>
      <OpenedTip tip={open} onClose={() => setOpen(undefined)} copy={copy} />
    </>
  );
}

function TipTitle({ tip }: { tip: Tip }) {
  return (
    <>
      <TipsterLink tip={tip} className="-my-2.5 inline-block py-3 wrap-anywhere hover:underline" />
      <span className="block font-sans text-xs font-normal text-dim">
        <time dateTime={tip.creationTime}>{dayAndTime(tip.creationTime)}</time>
      </span>
    </>
  );
}
