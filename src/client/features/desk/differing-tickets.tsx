import { Plural, useLingui } from '@lingui/react/macro';
import { gameName } from '#domain/fixture.ts';
import type { DeskFixture } from '#contract/desk.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { gameText } from '#client/ui/formats.ts';

/** Counts confirmed tickets that were decided differently from their game's current result. */
export function countTicketsDifferingFromResult({ selections }: DeskFixture): number {
  // A ticket has at most one option per game, so the sum counts no ticket twice.
  return selections.reduce((sum, { confirmedDiffering }) => sum + confirmedDiffering, 0);
}

/** The number of confirmed tickets that differ from their game's current result, as text. */
export function DifferingTicketsText({ fixture }: { fixture: DeskFixture }) {
  const tickets = countTicketsDifferingFromResult(fixture);
  return (
    <Plural
      value={tickets}
      one="# confirmed ticket is decided otherwise"
      other="# confirmed tickets are decided otherwise"
    />
  );
}

/**
 * A link to the game's correction, with the number of confirmed tickets that differ from the
 * current result; empty if there are none.
 */
export function DifferingTicketsNote({ fixture }: { fixture: DeskFixture }) {
  const { t } = useLingui();
  if (countTicketsDifferingFromResult(fixture) === 0) return undefined;
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
