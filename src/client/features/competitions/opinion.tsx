import type { ReactNode } from 'react';
import type { LeagueFixture } from '#contract/records.ts';
import { clubOf } from '#client/clubs.ts';
import { classes } from '#client/ui/classes.ts';
import { percentText } from '#client/ui/formats.ts';

type OpinionProps = {
  fixture: LeagueFixture;
  /** How many tips there are, beside it. */
  children: ReactNode;
};

/** What most of the tips on a game pick of 1, X and 2, and how the three share them. */
export function Opinion({ fixture: { home, away, opinion }, children }: OpinionProps) {
  const shares = opinion && [opinion.home, opinion.draw, opinion.away];
  const all = shares?.reduce((sum, share) => sum + share, 0) ?? 0;
  const most = Math.max(...(shares ?? [0]));
  const lead = shares?.indexOf(most) ?? -1;
  // Where two are picked as often, neither is the opinion.
  const led = all > 0 && shares?.lastIndexOf(most) === lead;
  const share = percentText(Math.round((100 * most) / Math.max(1, all)));
  const sides = [clubOf(home).code, 'X', clubOf(away).code];
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-1.5">
        {led && (
          <span className="font-medium text-ink">
            {share} <bdi>{sides[lead]}</bdi>
          </span>
        )}
        <span className="ms-auto underline decoration-line underline-offset-4">{children}</span>
      </span>
      {all > 0 && (
        <span aria-hidden="true" className="flex h-[5px] gap-[3px]">
          {shares?.map(
            (count, index) =>
              count > 0 && (
                <span
                  key={index}
                  style={{ flexGrow: count }}
                  className={classes(
                    'basis-0 rounded-full forced-colors:border',
                    led && index === lead ? 'bg-ink' : 'bg-edge/60',
                  )}
                />
              ),
          )}
        </span>
      )}
    </>
  );
}
