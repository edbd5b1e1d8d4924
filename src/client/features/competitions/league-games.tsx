import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { LeagueFixture, LeagueResult } from '#contract/records.ts';
import { hasFixtureStarted, pairsToScore } from '#domain/fixture.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import type { Refresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useFixtures } from '#client/data/fixtures.ts';
import { usePostLink } from '#client/session/aim.ts';
import { AsideLink } from '#client/ui/page.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { DayHeading } from '#client/ui/fixture/game-headings.tsx';
import { FixtureCard, FixtureRow } from '#client/ui/fixture/fixture-row.tsx';
import { fetchedAtText, countText, dayHeadingText } from '#client/ui/formats.ts';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { LeagueProps } from './competitions-page.tsx';
import { LeagueGamePickShares } from './league-game-pick-shares.tsx';

/** Games in play and future games, each with the most frequent pick of its tips. */
export function LeagueFixtures({ sportKey, page, refresh }: LeagueProps) {
  const now = useServerNow(30_000);
  const stored = useStoredFixtures(sportKey, now);
  const storedAt = useStoredDocument(collections.fixtures)?.fetchedAt;
  const fixtures = page ? page.value.fixtures : page === null ? stored : undefined;
  const fetchedAt = page ? page.fetchedAt : storedAt;
  return (
    <StoredContent
      value={fixtures}
      refresh={refresh}
      loading={<Loading shape="row" rows={8} label={t`Fetching the next games`} />}
      failed={fixtures?.length === 0 && t`The next games could not be fetched.`}
      none={
        <EmptyState action={<LinkButton to="/">{t`Home`}</LinkButton>}>
          {t`No games to come right now.`}
        </EmptyState>
      }
      fetchedAt={fetchedAt}
      later={t`New games and results come when you are online.`}
    >
      {(fixtures) => (
        <GamesByDay games={fixtures} now={now} refresh={refresh} fetchedAt={fetchedAt}>
          {(fixture) => (
            <GameRow game={fixture} now={now}>
              <div className="col-span-3 @max-[17.5rem]:col-span-full">
                {fixture.status === 'postponed' ? (
                  <Tag tone="needs">{t`Postponed`}</Tag>
                ) : (
                  fixture.tips > 0 && <TipsOpinion fixture={fixture} />
                )}
              </div>
            </GameRow>
          )}
        </GamesByDay>
      )}
    </StoredContent>
  );
}

/** Reads a league's fixtures from the table that the slip uses, if no league page is stored. */
function useStoredFixtures(sportKey: string, now: Date): LeagueFixture[] | undefined {
  const stats = useStoredDocument(collections.stats)?.value;
  const rows = useFixtures(sportKey);
  return rows
    ?.filter(({ status, kickOffAt }) => status === 'in-play' || kickOffAt > now.getTime())
    .map((row) => ({ ...row, tips: stats?.tipsByFixture[row.id] ?? 0 }));
}

/** The latest results, each with its numbers of won and lost picks. */
export function LeagueResults({ page, refresh }: LeagueProps) {
  const now = useServerNow(30_000);
  return (
    <StoredContent
      value={page && page.value.results}
      refresh={refresh}
      loading={<Loading shape="row" rows={8} label={t`Fetching the results`} />}
      failed={!page && t`The results could not be fetched.`}
      none={<EmptyState>{t`No game was played in the last seven days.`}</EmptyState>}
      fetchedAt={page?.fetchedAt}
      later={t`New games and results come when you are online.`}
    >
      {(results) => (
        <GamesByDay games={results} now={now} refresh={refresh} fetchedAt={page?.fetchedAt}>
          {(result) => (
            <GameRow game={result} now={now} over>
              <WonPickCount result={result} />
            </GameRow>
          )}
        </GamesByDay>
      )}
    </StoredContent>
  );
}

type GamesByDayProps<Game> = {
  games: readonly Game[];
  now: Date;
  refresh: Refresh;
  fetchedAt: number | undefined;
  children: (game: Game) => ReactNode;
};

/**
 * Games grouped by day in the given order, in columns on a wide screen. The footer appears only
 * after a fetch, because games that come later would move it.
 */
function GamesByDay<Game extends Fixture>(props: GamesByDayProps<Game>) {
  const { games, now, refresh, fetchedAt, children } = props;
  const days = Map.groupBy(games, ({ kickOff }) => dayHeadingText(kickOff, now));
  return (
    <>
      <div className="-mx-2 gap-x-4 lg:columns-2">
        {[...days].map(([day, games]) => (
          <section key={day} aria-label={day} className="break-inside-avoid">
            <DayHeading day={day} />
            <FixtureCard>
              <ul>
                {games.map((game) => (
                  <li key={game.id} className="border-line not-first:border-t">
                    {children(game)}
                  </li>
                ))}
              </ul>
            </FixtureCard>
          </section>
        ))}
      </div>
      {(fetchedAt !== undefined || refresh.state !== 'waiting') && (
        <GamesFooter fetchedAt={refresh.state === 'failed' ? undefined : fetchedAt} />
      )}
    </>
  );
}

type GameRowProps = { game: Fixture; now: Date; over?: boolean; children: ReactNode };

/** A game with its score after the kick-off, and a summary of its tips. */
function GameRow({ game, now, over = false, children }: GameRowProps) {
  const { id, home, away, kickOff, score } = game;
  const started = over || hasFixtureStarted(game, now);
  return (
    <FixtureRow
      id={id}
      home={home}
      away={away}
      kickOff={kickOff}
      now={now}
      started={started ? { score: score && pairsToScore(score).fullTime, over } : undefined}
    >
      {children}
    </FixtureRow>
  );
}

/** The most frequent pick, and the number of tips on a game. */
function TipsOpinion({ fixture }: { fixture: LeagueFixture }) {
  return (
    <div className="grid min-h-11 content-center gap-[5px] pe-1 text-xs text-dim">
      <LeagueGamePickShares fixture={fixture}>
        <Plural value={fixture.tips} one="# tip" other="# tips" />
      </LeagueGamePickShares>
    </div>
  );
}

/** The numbers of won and lost picks on a game. */
function WonPickCount({ result: { won, lost } }: { result: LeagueResult }) {
  if (won + lost === 0) return undefined;
  const count = countText(won);
  const all = countText(won + lost);
  return (
    <span className="text-end text-xs text-dim">
      <Trans>
        <span className="figure text-sm font-bold text-ink">{count}</span> of {all} won
      </Trans>
    </span>
  );
}

function GamesFooter({ fetchedAt }: { fetchedAt: number | undefined }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-xs text-dim">
      <span>{fetchedAt !== undefined && fetchedAtText(fetchedAt)}</span>
      <AsideLink {...usePostLink()}>{t`Post a tip`}</AsideLink>
    </div>
  );
}
