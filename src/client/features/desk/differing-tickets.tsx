import { Plural, useLingui } from '@lingui/react/macro';
import { gameName } from '#domain/fixture.ts';
import type { DeskFixture } from '#contract/desk.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { gameText } from '#client/ui/formats.ts';

/** The number of confirmed tickets whose decision differs from the current result of their game. */
export function countDifferingTickets({ selections }: DeskFixture): number {
  // A ticket has at most one option per game, so the sum counts each ticket once.
  return selections.reduce((sum, { confirmedDiffering }) => sum + confirmedDiffering, 0);
}

/** The text for the number of confirmed tickets that differ from their result. */
export function DifferingTicketsText({ fixture }: { fixture: DeskFixture }) {
  const tickets = countDifferingTickets(fixture);
  return (
    <Plural
      value={tickets}
      one="# confirmed ticket is decided otherwise"
      other="# confirmed tickets are decided otherwise"
    />
  );
}

/**
 * The number of confirmed tickets that were decided differently from this game's current result,
 * with a link to their correction; nothing for zero.
 */
export function DifferingTicketsNote({ fixture }: { fixture: DeskFixture }) {
  const { t } = useLingui();
  if (countDifferingTickets(fixture) === 0) return undefined;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm font-semibold text-saved">
      <DifferingTicketsText fixture={fixture} />
      <LinkButton to="/admin/corrections" search={{ fixture: fixture.id }}>
        {t`Correct tickets`}{' '}
        <span className="sr-only">{gameText(gameName(fixture.home, fixture.away))}</span>
      </LinkButton>
    </div>
  );
}
