import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { teamShortName } from '#client/clubs.ts';
import type { Tip } from '#contract/tips.ts';
import { parseGameName } from '#domain/fixture.ts';
import type { TextRemover } from '#domain/tip.ts';
import { joinClasses } from './classes.ts';

/** Text that reads from left to right in every language, such as a score or a phone number. */
export function Ltr({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}

/** An email address that may wrap after the @. */
export function EmailAddress({ email, className }: { email: string; className?: string }) {
  const [, before = email, after = ''] = /^(.*@)(.*)$/.exec(email) ?? [];
  return (
    <bdi className={joinClasses('wrap-anywhere', className)}>
      {before}
      <wbr />
      {after}
    </bdi>
  );
}

/** A team's short name; screen readers read the full name. */
export function TeamName({ team }: { team: string }) {
  const short = teamShortName(team);
  if (short === team) return <bdi>{team}</bdi>;
  return (
    <span className="relative">
      <bdi aria-hidden="true">{short}</bdi>
      {/* Positioned explicitly, because WebKit puts it outside of the window in right-to-left
          pages. */}
      <span className="sr-only start-0">{team}</span>
    </span>
  );
}

/** The name of a game as "Fulham – Nottm Forest"; other texts stay unchanged. */
export function GameName({ game }: { game: string }) {
  const teams = parseGameName(game);
  if (!teams) return <bdi>{game}</bdi>;
  return (
    <>
      <TeamName team={teams.home} /> – <TeamName team={teams.away} />
    </>
  );
}

/** A tipster's analysis in its own text direction, with its line breaks. */
function Analysis({ children, className }: { children: string; className?: string | undefined }) {
  return (
    <p dir="auto" className={joinClasses('whitespace-pre-line', className)}>
      {children}
    </p>
  );
}

type TipAnalysisProps = { tip: Pick<Tip, 'analysis' | 'analysisRemovedBy'>; className?: string };

/** The analysis of a tip, or a sentence about its removal; empty if there was no analysis. */
export function TipAnalysis({ tip, className }: TipAnalysisProps) {
  const { analysis, analysisRemovedBy } = tip;
  if (analysis !== undefined) return <Analysis className={className}>{analysis}</Analysis>;
  if (analysisRemovedBy === undefined) return undefined;
  return <p className={joinClasses('text-dim', className)}>{removalText(analysisRemovedBy)}</p>;
}

/** The sentence about the person who removed the text of a tip. */
export function removalText(by: TextRemover): string {
  return by === 'tipster' ? t`Text removed by the tipster` : t`Text removed by an administrator`;
}
