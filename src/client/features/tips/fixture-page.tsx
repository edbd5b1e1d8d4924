import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Fixture } from '#contract/fixtures.ts';
import { goalsText, hasStarted } from '#domain/fixture.ts';
import { useFixtureTips } from '../../data/use-feed.ts';
import { useFixture } from '../../data/use-fixtures.ts';
import { useLeagueTitles } from '../../data/use-leagues.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import { useServerNow } from '../../data/use-server-now.ts';
import { useStats } from '../../data/use-stats.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ClosesIn } from '../../ui/closes-in.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { dayAndTime, oddsText } from '../../ui/formats.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { TipList } from './tip-list.tsx';

/** One game: what is known of it, and the tips that hold it. */
export function FixturePage({ id }: { id: string }) {
  const { t } = useLingui();
  const fixture = useFixture(id);
  const { state, retry } = useRefresh('fixtures');

  if (fixture === undefined || (fixture === null && state === 'waiting')) {
    return (
      <Page title={t`Game`}>
        <Loading label={<Trans>Fetching the game</Trans>} />
      </Page>
    );
  }
  if (fixture === null) {
    return (
      <Page title={t`Game`}>
        {state === 'failed' ? (
          <Failed onRetry={retry}>
            <Trans>This game could not be fetched.</Trans>
          </Failed>
        ) : (
          <Empty
            act={
              <LinkButton to="/tips">
                <Trans>Recent Tips</Trans>
              </LinkButton>
            }
          >
            <Trans>This game is not on the calendar any more.</Trans>
          </Empty>
        )}
      </Page>
    );
  }
  return (
    <Page title={`${fixture.home} v ${fixture.away}`} wide>
      <Facts fixture={fixture} />
      <Section title={<TipsHeading id={id} />}>
        <FixtureTips id={id} />
      </Section>
    </Page>
  );
}

function Facts({ fixture }: { fixture: Fixture }) {
  const league = useLeagueTitles()?.get(fixture.sportKey);
  const now = useServerNow(30_000);
  const { kickOff, prices, score, sportKey } = fixture;
  return (
    <Card className="grid gap-2 p-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="text-dim">{league}</span>
        <ClosesIn kickOff={kickOff} now={now} />
      </p>
      <p className="figure text-lg font-bold">
        <time dateTime={kickOff}>{dayAndTime(kickOff)}</time>
      </p>
      {score && (
        <p className="figure text-xl font-bold">
          {goalsText({ home: score.fullTime[0], away: score.fullTime[1] })}
        </p>
      )}
      {prices && (
        <dl className="flex gap-6">
          {[
            ['1', prices.home] as const,
            ['X', prices.draw] as const,
            ['2', prices.away] as const,
          ].map(([option, price]) => (
            <div key={option} className="flex items-baseline gap-2">
              <dt className="text-dim">{option}</dt>
              <dd className="figure text-lg font-bold">{oddsText(price)}</dd>
            </div>
          ))}
        </dl>
      )}
      {!hasStarted(new Date(kickOff), now) && (
        <p>
          <LinkButton to="/tips/create" search={{ league: sportKey }} look="act">
            <Trans>Post a tip</Trans>
          </LinkButton>
        </p>
      )}
    </Card>
  );
}

function TipsHeading({ id }: { id: string }) {
  const stats = useStats();
  const tips = stats?.tipsByFixture[id] ?? 0;
  if (stats === undefined) return <Trans>Tips</Trans>;
  return <Plural value={tips} one="# tip" other="# tips" />;
}

function FixtureTips({ id }: { id: string }) {
  const tips = useFixtureTips(id);
  const { state, retry } = useRefresh({ what: 'feed', fixtureId: id });

  if (tips === undefined || (tips.length === 0 && state === 'waiting')) {
    return <Loading label={<Trans>Fetching recent tips</Trans>} />;
  }
  if (tips.length === 0 && state === 'failed') {
    return (
      <Failed onRetry={retry}>
        <Trans>The tips could not be fetched.</Trans>
      </Failed>
    );
  }
  if (tips.length === 0) {
    return (
      <Empty>
        <Trans>No tip holds this game yet.</Trans>
      </Empty>
    );
  }
  return <TipList tips={tips} />;
}
