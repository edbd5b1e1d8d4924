import { t } from '@lingui/core/macro';
import { useNextKickOff } from '#client/data/fixtures.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { useDesktop } from '#client/ui/use-desktop.ts';
import { bannerWidth, Introduction, ActiveTipsRow } from './banner.tsx';
import { NextKickOff } from './next-kick-off.tsx';
import { FixtureOpinion } from './fixture-opinion.tsx';

/** The next kick-off. */
export function MemberBanner() {
  const fixture = useNextKickOff();
  const desktop = useDesktop();
  return (
    <div
      className={`${bannerWidth} items-center gap-x-6 pt-3 pb-4 lg:grid lg:grid-cols-[1fr_minmax(0,28rem)_1fr] lg:py-4`}
    >
      <div className="lg:col-start-2 lg:row-start-1">
        {fixture === null ? <Introduction /> : <NextKickOff fixture={fixture} />}
      </div>
      <div className="lg:col-start-1 lg:row-start-1">
        <ActiveTipsRow>
          <LinkButton to="/tips" look="primary">
            {t`Get todays Tips`}
          </LinkButton>
        </ActiveTipsRow>
      </div>
      {desktop && fixture && <FixtureOpinion fixture={fixture} />}
    </div>
  );
}
