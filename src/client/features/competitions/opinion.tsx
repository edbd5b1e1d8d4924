import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { LeagueFixture } from '#contract/records.ts';
import { shortName } from '#client/clubs.ts';
import { OpinionBar } from '#client/ui/fixture/opinion-bar.tsx';
import { countText, isolated } from '#client/ui/formats.ts';
import { leadOf } from '#domain/opinion.ts';

type OpinionProps = {
  fixture: LeagueFixture;
  /** How many tips there are, beside it. */
  children: ReactNode;
};

/** What most of the tips on a game pick of 1, X and 2, and how the three share those that pick one of them. */
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

/** "3 of 4 on Arsenal": of the picks of 1, X and 2, which the bar shares as well; tips on goals are in neither. */
function leadWords({ sign, ...lead }: Lead, fixture: LeagueFixture): string {
  const [count, all] = [countText(lead.count), countText(lead.all)];
  if (sign === 'draw') return t`${count} of ${all} on a draw`;
  const club = isolated(shortName(fixture[sign]));
  return t`${count} of ${all} on ${club}`;
}
