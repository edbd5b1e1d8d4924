import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useUpcomingFixtures } from '#client/data/fixtures.ts';
import type { Refresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { FixtureLink } from '#client/ui/fixture/fixture-link.tsx';
import { FixtureClub } from '#client/ui/fixture/fixture-row.tsx';
import { dayHeadingText, timeUntilText, momentText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { Section } from '#client/ui/page.tsx';
import { ListAge } from './list-age.tsx';
import { ViewAllLink } from './view-all.tsx';

const maxShownGames = 3;

/** The next games stored on this device; a fetch only refreshes them. */
export function UpcomingGames({ refresh }: { refresh: Refresh }) {
  const fixtures = useUpcomingFixtures(maxShownGames);
  const fetchedAt = useStoredDocument(collections.fixtures)?.fetchedAt;
  return (
    <Section
      title={t`Upcoming Events`}
      aside={<ViewAllLink to="/competitions" words={t`View All leagues`} />}
    >
      <StoredContent
        value={fixtures}
        refresh={refresh}
        loading={<Loading shape="row" rows={maxShownGames} label={t`Fetching the next games`} />}
        failed={t`The next games could not be fetched.`}
        none={
          <EmptyState action={<LinkButton to="/competitions">{t`Leagues`}</LinkButton>}>
            {t`No games to come right now.`}
          </EmptyState>
        }
      >
        {(fixtures) => (
          <>
            <UpcomingGameList fixtures={fixtures} />
            <ListAge refresh={refresh} list={fetchedAt === undefined ? null : { fetchedAt }}>
              {t`New games and results come when you are online.`}
            </ListAge>
          </>
        )}
      </StoredContent>
    </Section>
  );
}

function UpcomingGameList({ fixtures }: { fixtures: readonly Fixture[] }) {
  const now = useServerNow(30_000);
  return (
    <ul className="phone-bleed card-border @container overflow-clip rounded-md bg-card">
      {fixtures.map((fixture) => (
        <li key={fixture.id} className="border-line not-first:border-t">
          <UpcomingGame fixture={fixture} now={now} />
        </li>
      ))}
    </ul>
  );
}

type UpcomingGameProps = { fixture: Fixture; now: Date };

/** A game with its day, because this list has no day headings. */
function UpcomingGame({ fixture, now }: UpcomingGameProps) {
  const { home, away, kickOff } = fixture;
  const remainingMs = Date.parse(kickOff) - now.getTime();
  return (
    <div className="relative grid min-h-13.5 grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-1 py-1 ps-3 pe-2 @max-[17.5rem]:grid-cols-1">
      <p className="text-xs leading-tight text-dim">
        <time dateTime={kickOff} className="figure block text-sm font-bold text-ink">
          {momentText(kickOff, 'time')}
        </time>
        {remainingMs < hourMs ? (
          <span data-live className="font-medium text-saved">
            {timeUntilText(remainingMs)}
          </span>
        ) : (
          dayHeadingText(kickOff, now)
        )}
      </p>
      <h3 className="min-w-0">
        <FixtureLink
          id={fixture.id}
          home={home}
          away={away}
          kickOff={kickOff}
          area="row"
          className="grid gap-[3px]"
        >
          <FixtureClub team={home} />
          <FixtureClub team={away} />
        </FixtureLink>
      </h3>
      <TipsLink fixture={fixture} />
    </div>
  );
}

const hourMs = 3_600_000;

/** A link to the tips on the game, with their number if known; the page requires a login. */
function TipsLink({ fixture: { id, home, away } }: { fixture: Fixture }) {
  const tips = useStoredDocument(collections.stats)?.value.tipsByFixture[id] ?? 0;
  return (
    <Link
      to="/tips/details/$id"
      params={{ id }}
      className="relative z-10 inline-flex min-h-11 items-center gap-0.5 justify-self-end ps-4 font-narrow font-semibold hover:underline"
    >
      {tips === 0 ? t`Tips` : <Plural value={tips} one="# tip" other="# tips" />}
      <span className="sr-only"> {t`${home} v ${away}`}</span>
      <Icon name="next" className="size-4" />
    </Link>
  );
}
