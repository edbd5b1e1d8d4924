import { Plural } from '@lingui/react/macro';
import type { Pool } from '#contract/pools.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { useLeagueTitles } from '#client/data/fixtures.ts';
import { dayRangeText } from '#client/ui/formats.ts';

/** The days of a pool, and its league if it has one. */
export function PoolDays({ pool }: { pool: Pick<Pool, 'from' | 'until' | 'sportKey'> }) {
  const titles = useLeagueTitles();
  const { from, until, sportKey } = pool;
  const league = sportKey && toLeagueLabel(sportKey, titles?.get(sportKey)).title;
  return (
    <>
      {dayRangeText(from, until)}
      {league && (
        <>
          {' · '}
          <bdi>{league}</bdi>
        </>
      )}
    </>
  );
}

export function MemberCount({ pool: { members } }: { pool: Pick<Pool, 'members'> }) {
  return <Plural value={members} one="# member" other="# members" />;
}
