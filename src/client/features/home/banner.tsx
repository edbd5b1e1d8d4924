import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNextKickOff } from '#client/data/fixtures.ts';
import { useStats } from '#client/data/records.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { countText } from '#client/ui/formats.ts';
import { useDesktop } from '#client/ui/use-desktop.ts';
import { Chalk } from './chalk.tsx';
import { NextKickOff } from './next-kick-off.tsx';
import { Opinion } from './opinion.tsx';

/** What this is, in one look, for who has never been here. */
export function VisitorBanner({ onTips }: { onTips: () => void }) {
  return (
    <>
      <Chalk ends="end" />
      <div className={`${inside} items-end gap-x-8 py-4 lg:grid lg:grid-cols-[1fr_auto] lg:py-8`}>
        <Pledge />
        <Strip>
          <Button look="act" onClick={onTips}>
            {t`Get todays Tips`}
          </Button>
        </Strip>
      </div>
    </>
  );
}

/** The next kick-off, for who came to see how things stand. */
export function MemberBanner() {
  const fixture = useNextKickOff();
  const desktop = useDesktop();
  return (
    <div
      className={`${inside} items-center gap-x-6 pt-3 pb-4 lg:grid lg:grid-cols-[1fr_minmax(0,28rem)_1fr] lg:py-4`}
    >
      <div className="lg:col-start-2 lg:row-start-1">
        {fixture === null ? <Pledge /> : <NextKickOff fixture={fixture} />}
      </div>
      <div className="lg:col-start-1 lg:row-start-1">
        <Strip>
          <LinkButton to="/tips" look="act">
            {t`Get todays Tips`}
          </LinkButton>
        </Strip>
      </div>
      {desktop && fixture && <Opinion fixture={fixture} />}
    </div>
  );
}

const inside = 'mx-auto w-full max-w-[72rem] px-4';

function Pledge() {
  return (
    <div className="max-w-136">
      <p className="max-w-[24rem] font-narrow text-[1.875rem] leading-[1.08] font-bold text-balance lg:max-w-none">
        {t`The best betting tips, with records nobody can edit`}
      </p>
      <p className="mt-2 max-w-[24rem] lg:max-w-none">
        {t`Every tip is stamped before kick-off and settled from the score. Free, and no money changes hands.`}
      </p>
    </div>
  );
}

/** How many tips can still be followed, and the way to them. */
function Strip({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-2 lg:mt-0 lg:justify-start">
      <ActiveTips />
      {children}
    </div>
  );
}

function ActiveTips() {
  const count = useStats()?.activeTips ?? 0;
  // The room of the figure, so that the button stays where it is whether one comes or not.
  if (count === 0) return <span aria-hidden="true" className="min-w-32" />;
  return (
    <p className="flex min-w-32 items-center gap-2.5">
      <span className="figure text-[1.75rem] leading-none font-bold">{countText(count)}</span>{' '}
      <span className="text-sm">
        <Plural value={count} one="active tip" other="active tips" />
      </span>
    </p>
  );
}
