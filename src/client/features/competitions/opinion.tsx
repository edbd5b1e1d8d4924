import type { ReactNode } from 'react';
import type { LeagueFixture } from '#contract/records.ts';
import { clubOf } from '#client/clubs.ts';
import { OpinionBar } from '#client/ui/fixture/opinion-bar.tsx';
import { percentText } from '#client/ui/formats.ts';
import { leadOf } from '#domain/opinion.ts';

type OpinionProps = {
  fixture: LeagueFixture;
  /** How many tips there are, beside it. */
  children: ReactNode;
};

/** What most of the tips on a game pick of 1, X and 2, and how the three share them. */
export function Opinion({ fixture: { home, away, opinion }, children }: OpinionProps) {
  const lead = opinion && leadOf(opinion);
  const names = { home: clubOf(home).code, draw: 'X', away: clubOf(away).code };
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-1.5">
        {lead && (
          <span className="font-medium text-ink">
            {percentText(Math.round(100 * lead.share))} <bdi>{names[lead.sign]}</bdi>
          </span>
        )}
        <span className="ms-auto underline decoration-line underline-offset-4">{children}</span>
      </span>
      {opinion && <OpinionBar opinion={opinion} />}
    </>
  );
}
