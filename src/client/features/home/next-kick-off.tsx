import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useLeagueTitles } from '#client/data/fixtures.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { Badge } from '#client/ui/member/badge.tsx';
import { dayHeadingText, timeUntilText, momentText } from '#client/ui/formats.ts';
import { TeamName } from '#client/ui/text.tsx';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { Ornament } from './ornament.tsx';

const hourMs = 3_600_000;

/** A link to the next game, with the remaining time in a drawn centre circle. */
export function NextKickOff({ fixture }: { fixture: Fixture | undefined }) {
  const titles = useLeagueTitles();
  return (
    <div className="@container min-h-36">
      <Ornament ends="both" />
      {fixture && <FixtureSummary fixture={fixture} title={titles?.get(fixture.sportKey) ?? ''} />}
    </div>
  );
}

function FixtureSummary({ fixture, title }: { fixture: Fixture; title: string }) {
  const { id, sportKey, home, away } = fixture;
  const league = toLeagueLabel(sportKey, title).title;
  return (
    <Link
      to="/fixture/$id"
      params={{ id }}
      className="grid grid-cols-[minmax(0,1fr)_8.25rem_minmax(0,1fr)] items-center rounded-sm text-center @max-[19rem]:grid-cols-2 @max-[11.5rem]:grid-cols-1 lg:text-lg"
    >
      <Team team={home} />
      <div className="relative grid min-h-33 content-center justify-items-center gap-1 @max-[19rem]:order-first @max-[19rem]:col-span-2 @max-[11.5rem]:col-span-1">
        <span
          aria-hidden="true"
          className="absolute -z-10 size-33 rounded-full border-[1.5px] border-on-pitch/24"
        />
        <span className="max-w-28 text-xs leading-tight text-balance">
          <Trans>Next kick-off</Trans> <bdi className="block">{league}</bdi>
        </span>
        <RemainingTime kickOff={fixture.kickOff} />
      </div>
      <Team team={away} />
    </Link>
  );
}

function Team({ team }: { team: string }) {
  return (
    <span className="grid justify-items-center gap-1.5 font-narrow text-[1.0625rem] leading-tight font-bold">
      <Badge team={team} size={64} />
      <span>
        <TeamName team={team} />
      </span>
    </span>
  );
}

function RemainingTime({ kickOff }: { kickOff: string }) {
  const now = useServerNow(30_000);
  const remainingMs = Date.parse(kickOff) - now.getTime();
  return (
    <>
      <time dateTime={kickOff} className="figure text-time font-bold">
        {momentText(kickOff, 'time')}
      </time>
      <span data-live={remainingMs < hourMs ? '' : undefined} className="text-sm">
        {remainingMs < hourMs ? timeUntilText(remainingMs) : dayHeadingText(kickOff, now)}
      </span>
    </>
  );
}
