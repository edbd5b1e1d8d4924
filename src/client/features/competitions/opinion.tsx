import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { LeagueFixture } from '#contract/records.ts';
import { shortName } from '#client/clubs.ts';
import { OpinionBar } from '#client/ui/fixture/opinion-bar.tsx';
import { countText, isolated } from '#client/ui/formats.ts';
import { leadOf } from '#domain/opinion.ts';

type OpinionProps = {
  fixture: LeagueFixture;
  /** The number of tips, next to it. */
  children: ReactNode;
};

/** The majority of a game's tips on 1, X and 2, and the shares of the three. */
export function Opinion({ fixture, children }: OpinionProps) {
  const { opinion } = fixture;
  const lead = opinion && leadOf(opinion);
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-1.5">
        {lead && <span className="font-medium text-ink">{leadWords(lead, fixture)}</span>}
        <span className="ms-auto">{children}</span>
      </span>
      {opinion && <OpinionBar opinion={opinion} />}
    </>
  );
}

type Lead = NonNullable<ReturnType<typeof leadOf>>;

/**
 * "3 of 4 on Arsenal": counts only picks of 1, X and 2, like the bar; tips on goals are in neither.
 */
function leadWords({ sign, ...lead }: Lead, fixture: LeagueFixture): string {
  const [count, all] = [countText(lead.count), countText(lead.all)];
  if (sign === 'draw') return t`${count} of ${all} on a draw`;
  const club = isolated(shortName(fixture[sign]));
  return t`${count} of ${all} on ${club}`;
}
