import { Trans, useLingui } from '@lingui/react/macro';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { momentText } from '#client/ui/formats.ts';
import { EmptyState, FetchFailedNotice, Loading } from '#client/ui/notice.tsx';
import { Section } from '#client/ui/page.tsx';
import { GameFacts, GameLink } from './game-link.tsx';
import { useEarlierGames } from './game-search.ts';

type EarlierGamesProps = {
  search: string;
  /** The games of the desk, which are not listed again. */
  desk: readonly { id: string }[];
};

/** Games that a search on the server found; each links to its correction. */
export function EarlierGames({ search, desk }: EarlierGamesProps) {
  const { t } = useLingui();
  const { answer, isWaiting, retry } = useEarlierGames(search);
  const here = new Set(desk.map(({ id }) => id));
  const words = t`Games whose tickets are all confirmed are not on this phone. Finding them needs a connection.`;
  const games = answer?.kind === 'ok' ? answer.reply : undefined;
  const others = games?.filter(({ id }) => !here.has(id));
  return (
    <Section title={<Trans>Earlier games</Trans>}>
      {others ? (
        <EarlierGameList games={others} />
      ) : isWaiting ? (
        <Loading label={t`Fetching games`} shape="row" rows={2} />
      ) : (
        <FetchFailedNotice onRetry={retry} offline={words}>
          {words}
        </FetchFailedNotice>
      )}
    </Section>
  );
}

function EarlierGameList({ games }: { games: readonly Fixture[] }) {
  if (games.length === 0) {
    return (
      <EmptyState>
        <Trans>No earlier game matches.</Trans>
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-2">
      {games.map((fixture) => (
        <li key={fixture.id}>
          <GameLink fixture={fixture}>
            <GameFacts {...fixture} moment={momentText(fixture.kickOff, 'date')} />
          </GameLink>
        </li>
      ))}
    </ul>
  );
}
