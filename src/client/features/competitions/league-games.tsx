import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Fixture } from '#contract/fixtures.ts';
import type { LeagueFixture, LeagueResult } from '#contract/records.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useFixtures } from '#client/data/fixtures.ts';
import { useStats } from '#client/data/records.ts';
import { AsideLink } from '#client/ui/page.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { DayHeading } from '#client/ui/fixture/day-heading.tsx';
import { FixtureCard, FixtureRow } from '#client/ui/fixture/fixture-row.tsx';
import { asOfText, countText, dayText } from '#client/ui/formats.ts';
import { Empty, Loading, Outdated, Stored } from '#client/ui/notice.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { LeagueProps } from './competitions-page.tsx';
import { Opinion } from './opinion.tsx';

/** The games in play and to come, each with what its tips say. */
export function Fixtures({ sportKey, page, refresh }: LeagueProps) {
  const now = useServerNow(30_000);
  const stored = useStoredFixtures(sportKey, now);
  const fixtures = page ? page.value.fixtures : page === null ? stored : undefined;
  return (
    <Stored
      value={fixtures}
      refresh={refresh}
      loading={<Loading shape="row" rows={8} label={t`Fetching the next games`} />}
      failed={fixtures?.length === 0 && t`The next games could not be fetched.`}
      none={
        <Empty act={<LinkButton to="/">{t`Home`}</LinkButton>}>
          {t`No games to come right now.`}
        </Empty>
      }
    >
      {(fixtures) => (
        <>
          <Outdated refresh={refresh}>
            {t`The list could not be brought up to date. This is what the phone has.`}
          </Outdated>
          <Days fixtures={fixtures} now={now}>
            {(fixture) => <ToCome key={fixture.id} fixture={fixture} now={now} />}
          </Days>
          <Foot fetchedAt={page?.fetchedAt} />
        </>
      )}
    </Stored>
  );
}

/** What the phone has for its slips, where a backend has no pages of leagues or none was fetched. */
function useStoredFixtures(sportKey: string, now: Date): LeagueFixture[] | undefined {
  const stats = useStats();
  const rows = useFixtures(sportKey);
  return rows
    ?.filter(({ status, kickOffAt }) => status === 'in-play' || kickOffAt > now.getTime())
    .map((row) => ({ ...row, tips: stats?.tipsByFixture[row.id] ?? 0 }));
}

/** What was played last, and how many picks on it won. */
export function Results({ page, refresh }: LeagueProps) {
  const now = useServerNow(30_000);
  return (
    <Stored
      value={page && page.value.results}
      refresh={refresh}
      loading={<Loading shape="row" rows={8} label={t`Fetching the results`} />}
      failed={!page && t`The results could not be fetched.`}
      none={<Empty>{t`No game was played in the last seven days.`}</Empty>}
    >
      {(results) => (
        <>
          <Outdated refresh={refresh}>
            {t`The list could not be brought up to date. This is what the phone has.`}
          </Outdated>
          <Days fixtures={results} now={now}>
            {(result) => <Played key={result.id} result={result} now={now} />}
          </Days>
          <Foot fetchedAt={page?.fetchedAt} />
        </>
      )}
    </Stored>
  );
}

type DaysProps<Game> = {
  fixtures: readonly Game[];
  now: Date;
  children: (fixture: Game) => ReactNode;
};

/** Games by their day, in the order they come in; side by side where there is room. */
function Days<Game extends Fixture>({ fixtures, now, children }: DaysProps<Game>) {
  const days = Map.groupBy(fixtures, ({ kickOff }) => dayText(kickOff, now));
  return (
    <div className="-mx-2 gap-x-4 lg:columns-2">
      {[...days].map(([day, games]) => (
        <section key={day} className="break-inside-avoid">
          <DayHeading day={day} />
          <FixtureCard>{games.map(children)}</FixtureCard>
        </section>
      ))}
    </div>
  );
}

function ToCome({ fixture, now }: { fixture: LeagueFixture; now: Date }) {
  const { home, away, kickOff, status } = fixture;
  const goals = fixture.score?.fullTime;
  const score = goals && { home: goals[0], away: goals[1] };
  const begun = status === 'in-play' || (status === 'scheduled' && Date.parse(kickOff) <= +now);
  return (
    <FixtureRow
      home={home}
      away={away}
      kickOff={kickOff}
      now={now}
      begun={begun ? { score } : undefined}
    >
      <div className="col-span-3 @max-[17.5rem]:col-span-full">
        {status === 'postponed' ? (
          <Tag tone="needs">{t`Postponed`}</Tag>
        ) : (
          fixture.tips > 0 && <TipsOn fixture={fixture} />
        )}
      </div>
    </FixtureRow>
  );
}

/** What the tips on a game say, which leads to them. */
function TipsOn({ fixture }: { fixture: LeagueFixture }) {
  const { id, home, away, tips } = fixture;
  return (
    <Link
      to="/tips/details/$id"
      params={{ id }}
      className="grid min-h-11 content-center gap-[5px] pe-1 text-xs text-dim"
    >
      <Opinion fixture={fixture}>
        <Plural value={tips} one="# tip" other="# tips" />
      </Opinion>
      <span className="sr-only">{t`${home} v ${away}`}</span>
    </Link>
  );
}

function Played({ result, now }: { result: LeagueResult; now: Date }) {
  const { home, away, kickOff, won, lost } = result;
  const goals = result.score?.fullTime;
  const score = goals && { home: goals[0], away: goals[1] };
  const decided = won + lost;
  return (
    <FixtureRow home={home} away={away} kickOff={kickOff} now={now} begun={{ score, over: true }}>
      {decided > 0 && (
        <span className="text-end text-xs text-dim">
          <WonOf won={won} decided={decided} />
        </span>
      )}
    </FixtureRow>
  );
}

function WonOf({ won, decided }: { won: number; decided: number }) {
  const count = countText(won);
  const all = countText(decided);
  return (
    <Trans>
      <span className="figure text-sm font-bold text-ink">{count}</span> of {all} won
    </Trans>
  );
}

function Foot({ fetchedAt }: { fetchedAt: number | undefined }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-xs text-dim">
      <span>{fetchedAt !== undefined && asOfText(fetchedAt)}</span>
      <AsideLink to="/tips/create">{t`Post a tip`}</AsideLink>
    </div>
  );
}
