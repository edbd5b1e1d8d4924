import { Plural } from '@lingui/react/macro';
import type { Fixture } from '#contract/fixtures.ts';
import type { LeagueFixture } from '#contract/records.ts';
import { shortName } from '#client/clubs.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useLeaguePage } from '#client/data/records.ts';
import { percentText } from '#client/ui/formats.ts';
import { Ltr } from '#client/ui/text.tsx';

/** What the tips on a game say of its winner, where there are any. */
export function Opinion({ fixture: { id, sportKey, home, away } }: { fixture: Fixture }) {
  useRefresh({ what: 'league-page', sportKey });
  const found = useLeaguePage(sportKey)?.value.fixtures.find((game) => game.id === id);
  const shares = found && sharesOf(found);
  if (!found || !shares) return undefined;
  const first = shares.home >= shares.away ? home : away;
  const words = percentText(Math.round(100 * Math.max(shares.home, shares.away)));
  return (
    <div className="ms-auto w-54 text-sm">
      <p className="flex items-baseline justify-between gap-2">
        <span className="font-narrow text-md font-bold">
          <Ltr>{words}</Ltr> <bdi>{shortName(first)}</bdi>
        </span>
        <Plural value={found.tips} one="# tip" other="# tips" />
      </p>
      <div aria-hidden="true" className="mt-1.5 mb-1 flex h-1.5 gap-[3px]">
        <span className="rounded-[3px] bg-on-pitch" style={{ flexGrow: shares.home }} />
        <span className="rounded-[3px] bg-on-pitch/40" style={{ flexGrow: shares.draw }} />
        <span className="rounded-[3px] bg-on-pitch/40" style={{ flexGrow: shares.away }} />
      </div>
      <p className="figure flex justify-between">
        <Share option="1" share={shares.home} />
        <Share option="X" share={shares.draw} />
        <Share option="2" share={shares.away} />
      </p>
    </div>
  );
}

/** Shares of those that pick a winner or a draw; a draw that leads has no club to name. */
function sharesOf({ opinion }: LeagueFixture): LeagueFixture['opinion'] {
  if (!opinion) return undefined;
  const { home, draw, away } = opinion;
  const all = home + draw + away;
  if (all === 0 || draw > Math.max(home, away)) return undefined;
  return { home: home / all, draw: draw / all, away: away / all };
}

function Share({ option, share }: { option: string; share: number }) {
  if (share === 0) return <span />;
  return (
    <Ltr>
      {option} {percentText(Math.round(100 * share))}
    </Ltr>
  );
}
