import type { ReactNode } from 'react';
import { shortName } from '#client/clubs.ts';
import type { Tip } from '#contract/tips.ts';
import { teamsOf } from '#domain/fixture.ts';
import { classes } from './classes.ts';

/**
 * Text that reads from left to right in every language: "1X2 - 1", a score of 2-1, a phone number.
 */
export function Ltr({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}

/** An email address that may break after its @ in a narrow line. */
export function EmailAddress({ email, className }: { email: string; className?: string }) {
  const [, before = email, after = ''] = /^(.*@)(.*)$/.exec(email) ?? [];
  return (
    <bdi className={classes('wrap-anywhere', className)}>
      {before}
      <wbr />
      {after}
    </bdi>
  );
}

/** A team's short name; screen readers read the full name. */
export function TeamName({ team }: { team: string }) {
  const short = shortName(team);
  if (short === team) return <bdi>{team}</bdi>;
  return (
    <span className="relative">
      <bdi aria-hidden="true">{short}</bdi>
      {/* Positioned explicitly: WebKit puts it outside of the window in right-to-left pages. */}
      <span className="sr-only start-0">{team}</span>
    </span>
  );
}

/** "Fulham – Nottm Forest" from the name of a game; other names unchanged. */
export function GameName({ game }: { game: string }) {
  const teams = teamsOf(game);
  if (!teams) return <bdi>{game}</bdi>;
  return (
    <>
      <TeamName team={teams.home} /> – <TeamName team={teams.away} />
    </>
  );
}

/** A tipster's analysis, in the direction and lines of the original text. */
export function Analysis({ children, className }: { children: string; className?: string }) {
  return (
    <p dir="auto" className={classes('whitespace-pre-line', className)}>
      {children}
    </p>
  );
}

/** The owner's texts of a tip, for their own pages. */
export function OwnTexts({ tip }: { tip: Pick<Tip, 'analysis'> }) {
  return tip.analysis !== undefined && <Analysis className="pt-3 text-sm">{tip.analysis}</Analysis>;
}
