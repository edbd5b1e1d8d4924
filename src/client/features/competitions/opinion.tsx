import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { LeagueFixture } from '#contract/records.ts';
import { shortName } from '#client/clubs.ts';
import { OpinionBar } from '#client/ui/fixture/opinion-bar.tsx';
import { isolated, percentText } from '#client/ui/formats.ts';
import { leadOf } from '#domain/opinion.ts';

type OpinionProps = {
  fixture: LeagueFixture;
  /** How many tips there are, beside it. */
  children: ReactNode;
};

/** What most of the tips on a game pick of 1, X and 2, and how the three share them. */
export function Opinion({ fixture: { home, away, opinion }, children }: OpinionProps) {
  const lead = opinion && leadOf(opinion);
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-1.5">
        {lead && <span className="font-medium text-ink">{shareWords(lead, { home, away })}</span>}
        <span className="ms-auto underline decoration-line underline-offset-4">{children}</span>
      </span>
      {opinion && <OpinionBar opinion={opinion} />}
    </>
  );
}

type Lead = NonNullable<ReturnType<typeof leadOf>>;

/** "60% on Arsenal": how many of the tips pick what most of them do. */
function shareWords({ share, sign }: Lead, teams: { home: string; away: string }): string {
  const percent = percentText(Math.round(100 * share));
  if (sign === 'draw') return t`${percent} on a draw`;
  const club = isolated(shortName(teams[sign]));
  return t`${percent} on ${club}`;
}
