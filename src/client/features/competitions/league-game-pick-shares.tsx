import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { LeagueFixture } from '#contract/records.ts';
import { teamShortName } from '#client/clubs.ts';
import { OpinionBar } from '#client/ui/fixture/opinion-bar.tsx';
import { countText, isolateForeignText } from '#client/ui/formats.ts';
import { findLeadingPick } from '#domain/pick-counts.ts';

type LeagueGamePickSharesProps = {
  fixture: LeagueFixture;
  /** The number of tips, shown beside the most frequent pick. */
  children: ReactNode;
};

/** The most frequent of a game's picks 1, X and 2, and the shares of these three picks. */
export function LeagueGamePickShares({ fixture, children }: LeagueGamePickSharesProps) {
  const { opinion } = fixture;
  const lead = opinion && findLeadingPick(opinion);
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-1.5">
        {lead && <span className="font-medium text-ink">{leadingPickText(lead, fixture)}</span>}
        <span className="ms-auto">{children}</span>
      </span>
      {opinion && <OpinionBar opinion={opinion} />}
    </>
  );
}

type LeadingPick = NonNullable<ReturnType<typeof findLeadingPick>>;

/** Returns "3 of 4 on Arsenal"; like the bar, counts only the picks 1, X and 2. */
function leadingPickText({ sign, ...lead }: LeadingPick, fixture: LeagueFixture): string {
  const [count, all] = [countText(lead.count), countText(lead.all)];
  if (sign === 'draw') return t`${count} of ${all} on a draw`;
  const club = isolateForeignText(teamShortName(fixture[sign]));
  return t`${count} of ${all} on ${club}`;
}
