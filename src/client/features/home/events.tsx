import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Fixture } from '#contract/fixtures.ts';
import { useLeagueTitles, useUpcomingFixtures } from '#client/data/fixtures.ts';
import type { Refresh } from '#client/data/device/refresh.ts';
import { useStats } from '#client/data/records.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Empty, Loading, Stored } from '#client/ui/notice.tsx';
import { mediumDateTime, oddsText } from '#client/ui/formats.ts';

const shown = 3;

/** The next games, from the device; the network only keeps them fresh. */
export function Events({ refresh }: { refresh: Refresh }) {
  const fixtures = useUpcomingFixtures(shown);
  return (
    <Stored
      value={fixtures}
      refresh={refresh}
      loading={<Loading rows={shown} label={t`Fetching the next games`} />}
      failed={t`The next games could not be fetched.`}
      none={
        <Empty act={<LinkButton to="/competitions">{t`Competitions`}</LinkButton>}>
          {t`No games to come right now.`}
        </Empty>
      }
    >
      {(fixtures) => <EventList fixtures={fixtures} />}
    </Stored>
  );
}

function EventList({ fixtures }: { fixtures: readonly Fixture[] }) {
  const titles = useLeagueTitles();
  return (
    <ul className="grid grid-cols-1 gap-3">
      {fixtures.map((fixture) => (
        <li key={fixture.id}>
          <EventCard fixture={fixture} league={titles?.get(fixture.sportKey)} />
        </li>
      ))}
    </ul>
  );
}

function EventCard({ fixture, league }: { fixture: Fixture; league: string | undefined }) {
  const { home, away, kickOff, prices } = fixture;
  return (
    <article className="chalk rounded-md bg-card px-4 pt-3 pb-1">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-dim">
        <span>{league}</span>
        <time dateTime={kickOff} className="figure">
          {mediumDateTime(kickOff)}
        </time>
      </p>
      <h3 className="mt-2 grid justify-items-start text-lg">
        <bdi>{home}</bdi>
        <span className="sr-only">{t`versus`}</span>
        <bdi>{away}</bdi>
      </h3>
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t-[1.5px] border-line">
        {prices && (
          <dl className="flex flex-wrap gap-x-4">
            <Price option="1" price={prices.home} />
            <Price option="X" price={prices.draw} />
            <Price option="2" price={prices.away} />
          </dl>
        )}
        <TipsLink fixture={fixture} />
      </div>
    </article>
  );
}

/** To the game's page; how many tips hold it, where a backend counts them. */
function TipsLink({ fixture: { id, home, away } }: { fixture: Fixture }) {
  const stats = useStats();
  const tips = stats && (stats.tipsByFixture[id] ?? 0);
  return (
    <Link
      to="/tips/details/$id"
      params={{ id }}
      className="ms-auto inline-flex min-h-11 items-center text-sm font-bold underline underline-offset-4"
    >
      {tips === undefined ? t`Tips` : <Plural value={tips} one="# tip" other="# tips" />}
      <span className="sr-only"> {t`${home} v ${away}`}</span>
    </Link>
  );
}

function Price({ option, price }: { option: string; price: number }) {
  if (price === 0) return null;
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-sm text-dim">{option}</dt>
      <dd className="figure font-bold">{oddsText(price)}</dd>
    </div>
  );
}
