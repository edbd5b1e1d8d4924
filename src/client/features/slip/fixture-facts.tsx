import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useLeagueTitles } from '#client/data/fixtures.ts';
import { useFixture } from '#client/data/stored-fixture.ts';
import { BadgePair } from '#client/ui/member/badge.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Flag } from '#client/ui/member/flag.tsx';
import { oddsText, scoreText, capitalisedDayAndTimeText } from '#client/ui/formats.ts';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { isFixtureId } from '#contract/id.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { pairsToScore } from '#domain/fixture.ts';
import { FixtureStatusText } from './fixture-status.tsx';
import { gameLabel } from './options.tsx';

type FixtureFrameProps = { id: string; children: (fixture: Fixture) => ReactNode };

/** The frame of a game's page; without the game it shows the reason. */
export function FixtureFrame({ id, children }: FixtureFrameProps) {
  const fixture = useFixture(id);
  const refresh = useRefresh({ what: 'fixture', id });
  useRefresh('stats');
  return (
    <Page title={fixture ? gameLabel(fixture) : t`Game`} wide>
      <StoredContent
        value={fixture}
        refresh={refresh}
        loading={<Loading label={t`Fetching the game`} />}
        failed={fixture === null && isFixtureId(id) && t`This game could not be fetched.`}
        none={
          <EmptyState action={<LinkButton to="/competitions">{t`Leagues`}</LinkButton>}>
            {t`There is no such game.`}
          </EmptyState>
        }
      >
        {children}
      </StoredContent>
    </Page>
  );
}

/** A game's league, kick-off, score, prices of 1, X and 2, and number of tips. */
export function FixtureFacts({ fixture }: { fixture: Fixture }) {
  const look = toLeagueLabel(fixture.sportKey, useLeagueTitles()?.get(fixture.sportKey));
  const now = useServerNow(30_000);
  const { id, home, away, kickOff, prices, score } = fixture;
  return (
    <Card className="grid gap-2 p-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="flex items-center gap-2 text-dim">
          <Flag code={look.flag} />
          <bdi>{look.title}</bdi>
        </span>
        <FixtureStatusText {...fixture} now={now} />
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="flex items-center gap-2.5">
          <BadgePair home={home} away={away} />
          <time dateTime={kickOff} className="figure text-lg font-bold">
            {capitalisedDayAndTimeText(kickOff)}
          </time>
        </span>
        <TipsCount id={id} />
      </p>
      {score && (
        <p className="figure text-xl font-bold">{scoreText(pairsToScore(score).fullTime)}</p>
      )}
      {prices && (
        <dl className="flex flex-wrap gap-x-6">
          <Price option="1" price={prices.home} />
          <Price option="X" price={prices.draw} />
          <Price option="2" price={prices.away} />
        </dl>
      )}
    </Card>
  );
}

function Price({ option, price }: { option: string; price: number }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-dim">{option}</dt>
      <dd className="figure text-lg font-bold">{oddsText(price)}</dd>
    </div>
  );
}

/** The number of tips on the game; hidden if it is zero or unknown. */
function TipsCount({ id }: { id: string }) {
  const tips = useStoredDocument(collections.stats)?.value.tipsByFixture[id] ?? 0;
  if (tips === 0) return undefined;
  return (
    <span className="figure font-bold">
      <Plural value={tips} one="# tip" other="# tips" />
    </span>
  );
}
