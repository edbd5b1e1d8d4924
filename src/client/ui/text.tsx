import type { ReactNode } from 'react';
import { shortName } from '#client/clubs.ts';
import type { Tip } from '#contract/tips.ts';
import { teamsOf } from '#domain/fixture.ts';
import { classes } from './classes.ts';

/** What reads from left to right in every language: "1X2 - 1", a score of 2-1, a phone number. */
export function Ltr({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}

/** An email address, which goes on in a new line behind its @ where a line has no room for it. */
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

/** A team as it is written where space is short; read out in full. */
export function TeamName({ team }: { team: string }) {
  const short = shortName(team);
  if (short === team) return <bdi>{team}</bdi>;
  return (
    <span className="relative">
      <bdi aria-hidden="true">{short}</bdi>
      {/* With a place of its own: WebKit puts it beyond the window where letters go from right to left. */}
      <span className="sr-only start-0">{team}</span>
    </span>
  );
}

/** "Fulham – Nottm Forest", from the name of a game; a name that holds no two teams as it is. */
export function GameName({ game }: { game: string }) {
  const teams = teamsOf(game);
  if (!teams) return <bdi>{game}</bdi>;
  return (
    <>
      <TeamName team={teams.home} /> – <TeamName team={teams.away} />
    </>
  );
}

/** Why a tipster thinks so: in the direction and the lines it was written in. */
export function Analysis({ children, className }: { children: string; className?: string }) {
  return (
    <p dir="auto" className={classes('whitespace-pre-line', className)}>
      {children}
    </p>
  );
}

/** All that its owner wrote with a tip, for themselves to read. */
export function OwnTexts({ tip }: { tip: Pick<Tip, 'analysis'> }) {
  return tip.analysis !== undefined && <Analysis className="pt-3 text-sm">{tip.analysis}</Analysis>;
}
