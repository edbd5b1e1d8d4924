import { plural, t } from '@lingui/core/macro';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useStats } from '#client/data/records.ts';
import { useSession } from '#client/session/session.ts';
import { AsideLink, Page, Section } from '#client/ui/page.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { countText } from '#client/ui/formats.ts';
import { Events } from './events.tsx';
import { HomeTipsters } from './home-tipsters.tsx';

export function HomePage() {
  const stats = useRefresh('stats');
  const fixtures = useRefresh('fixtures');
  const tipsters = useRefresh('tipsters');
  const hasItsOwn = [stats, fixtures, tipsters].every(({ state }) => state === 'fresh');
  return (
    <Page title={t`Home`} headingHidden wide>
      <Banner />
      <div className="lg:grid lg:grid-cols-2 lg:gap-8">
        <Section
          title={t`Upcoming Events`}
          aside={<ViewAll to="/competitions" words={t`View All competitions`} />}
        >
          <Events refresh={fixtures} />
        </Section>
        <Section title={t`Tipsters`} aside={<ViewAll to="/tipster" words={t`View All tipsters`} />}>
          <HomeTipsters refresh={tipsters} />
        </Section>
      </div>
      {hasItsOwn && <OtherScreens />}
    </Page>
  );
}

function Banner() {
  return (
    <div className="pitch rounded-md px-4 py-6 md:px-8">
      <p className="max-w-72 font-narrow text-xl font-bold text-balance md:max-w-none">
        {t`Tips you can check, even at the ground`}
      </p>
      <div className="mt-4 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-3 md:gap-x-8">
        <ActiveTips />
        <LinkButton to="/tips" look="act">
          {t`Get todays Tips`}
        </LinkButton>
      </div>
    </div>
  );
}

function ActiveTips() {
  const stats = useStats();
  // The room of the figure, so that the button stays where it is whether one comes or not.
  if (!stats) {
    return <span aria-hidden="true" className="h-10 min-w-[144px] md:min-w-[192px]" />;
  }
  return (
    <p className="flex w-[144px] min-w-min items-center gap-2 md:w-auto md:min-w-[192px]">
      <span className="figure text-2xl font-bold">{countText(stats.activeTips)}</span>
      <span className="max-w-20 text-xs md:max-w-none md:text-sm">
        {plural(stats.activeTips, {
          one: 'active tip right now',
          other: 'active tips right now',
        })}
      </span>
    </p>
  );
}

/** The whole of a list; what it is a list of is said to who hears several of these links. */
function ViewAll({ to, words }: { to: '/competitions' | '/tipster'; words: string }) {
  return (
    <AsideLink to={to}>
      <span aria-hidden="true">{t`View All`}</span>
      <span className="sr-only">{words}</span>
    </AsideLink>
  );
}

/**
 * What other screens open with is fetched once this one has its own, so that they open without a
 * connection although nobody has been on them yet.
 */
function OtherScreens() {
  const memberId = useSession()?.memberId;
  useRefresh({ what: 'competition' });
  return memberId === undefined ? undefined : <Members memberId={memberId} />;
}

function Members({ memberId }: { memberId: string }) {
  useRefresh('feed');
  useRefresh({ what: 'tipster', id: memberId });
  useRefresh({ what: 'record', id: memberId });
  return undefined;
}
