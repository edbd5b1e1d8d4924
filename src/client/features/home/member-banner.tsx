import { t } from '@lingui/core/macro';
import { useNextFixture } from '#client/data/fixtures.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { useIsDesktop } from '#client/ui/use-desktop.ts';
import { bannerWidthClasses, Introduction, ActiveTipsRow } from './banner.tsx';
import { NextKickOff } from './next-kick-off.tsx';
import { FixtureOpinion } from './fixture-opinion.tsx';

/** A member's banner with the next kick-off; an introduction if there is none. */
export function MemberBanner() {
  const fixture = useNextFixture();
  const desktop = useIsDesktop();
  return (
    <div
      className={`${bannerWidthClasses} items-center gap-x-6 pt-3 pb-4 lg:grid lg:grid-cols-[1fr_minmax(0,28rem)_1fr] lg:py-4`}
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
