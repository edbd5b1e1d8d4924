import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { teamShortName } from '#client/clubs.ts';
import type { Tip } from '#contract/tips.ts';
import { oddNameOf } from '#domain/catalogue.ts';
import { type DecidedResult, decidedResults } from '#domain/tip.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { Tag } from '#client/ui/tag.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { settlementFactText } from '#client/ui/tip/fact-text.ts';
import { translateOption } from '#client/ui/tip/option-words.ts';
import { StateIcon } from '#client/ui/tip/outcome.tsx';
import { DecisionsAgainstRules } from '../desk/overrulings.tsx';
import { useDecisionLabels } from './decision-texts.tsx';
import { findCommonDecision, type OptionRow } from './settle-groups.ts';

type SelectionRowProps = {
  row: OptionRow;
  fixture: OptimisticFixture;
  /** Other members' open tickets; empty if this device does not have all of them. */
  tickets: readonly Tip[];
  /** True if keyboard shortcuts apply to this row. */
  current: boolean;
  /** True before the deciding whistle, when won and lost cannot be chosen. */
  early: boolean;
  onDecide: (result: DecidedResult) => void;
  /** Undoes a recent decision; undefined if there is none. */
  onUndo: (() => void) | undefined;
};

/** An option: the result by the rules with its reason, and the buttons to decide it. */
export function SelectionRow(props: SelectionRowProps) {
  const { row, fixture, tickets, current, early, onDecide, onUndo } = props;
  const { t } = useLingui();
  const { selection, option } = row;
  const decided = findCommonDecision(selection);
  const ruled = selection.proposal?.result;
  const proposed = ruled === 'ask' ? undefined : ruled;
  const state = decided ?? proposed ?? 'pending';
  const code = oddNameOf(option);
  const words = translateOption(code, fixture, teamShortName);
  return (
    <li
      tabIndex={-1}
      aria-current={current || undefined}
      className={joinClasses(
        'flex scroll-my-40 flex-wrap items-center gap-x-3 gap-y-2 border-line px-3 py-2.5 not-first:border-t focus-visible:-outline-offset-2',
        current && 'lg:bg-sunk',
      )}
    >
      <StateIcon state={state} />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-narrow text-md font-bold">
          {words}{' '}
          <Ltr className="font-sans text-xs font-normal whitespace-nowrap text-dim">{code}</Ltr>
        </p>
        <p className="text-sm text-dim">
          {selection.tickets > 0 && (
            <>
              <Plural value={selection.tickets} one="in # ticket" other="in # tickets" />
              {selection.proposal && ' · '}
            </>
          )}
          {selection.proposal && settlementFactText(selection.proposal.fact)}
        </p>
        <RowTags row={row} fixtureId={fixture.id} decided={decided} />
        <DecisionsAgainstRules fixtureId={fixture.id} oddName={code} tickets={tickets} />
      </div>
      <div className="ms-auto flex items-center gap-1.5">
        {onUndo && (
          <button
            type="button"
            onClick={onUndo}
            className="min-h-11 rounded-sm px-2 text-sm font-semibold underline underline-offset-4 hover:bg-sunk"
          >
            {t`Undo`} <span className="sr-only">{words}</span>
          </button>
        )}
        {selection.confirmedDiffering > 0 && (
          <LinkButton to="/admin/corrections" search={{ fixture: fixture.id }}>
            {t`Correct tickets`} <span className="sr-only">{words}</span>
          </LinkButton>
        )}
        {selection.tickets > 0 && (
          <div role="group" aria-label={t`Choose game status`} className="flex gap-1.5">
            {decidedResults.map((result) => (
              <DecisionButton
                key={result}
                result={result}
                option={words}
                decided={decided === result}
                proposed={decided === undefined && proposed === result}
                disabled={early && result !== 'void'}
                onDecide={() => onDecide(result)}
              />
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

type RowTagsProps = { row: OptionRow; fixtureId: string; decided: DecidedResult | undefined };

const historyLinkClasses =
  'inline-flex min-h-11 items-center text-sm font-bold underline underline-offset-4';

/** Tags for an option that needs attention. */
function RowTags({ row: { selection }, fixtureId, decided }: RowTagsProps) {
  const proposed = selection.proposal?.result;
  const waits = selection.pending > 0 && proposed === 'ask';
  const isRuled = proposed !== undefined && proposed !== 'ask';
  const isOverruled =
    decided !== undefined && isRuled && proposed !== decided && selection.differing === 0;
  if (!waits && decided === undefined && selection.differing + selection.confirmedDiffering === 0) {
    return undefined;
  }
  return (
    <p className="mt-1 flex flex-wrap gap-1.5">
      {waits && (
        <Tag tone="needs">
          <Trans>You decide</Trans>
        </Tag>
      )}
      {selection.differing > 0 && (
        <Tag tone="needs">
          <Plural
            value={selection.differing}
            one="# ticket was decided otherwise by an earlier result"
            other="# tickets were decided otherwise by an earlier result"
          />
        </Tag>
      )}
      {selection.confirmedDiffering > 0 && (
        <Tag tone="needs">
          <Plural
            value={selection.confirmedDiffering}
            one="# confirmed ticket is not as the result says now"
            other="# confirmed tickets are not as the result says now"
          />
        </Tag>
      )}
      {isOverruled && (
        <Tag tone="needs">
          <Trans>Against the rules</Trans>
        </Tag>
      )}
      {isOverruled && (
        <Link to="/admin/history" search={{ fixture: fixtureId }} className={historyLinkClasses}>
          <Trans>History</Trans>
        </Link>
      )}
      {decided !== undefined && selection.differing === 0 && !isOverruled && (
        <Tag tone="quiet">
          <Trans>Decided</Trans>
        </Tag>
      )}
    </p>
  );
}

type DecisionButtonProps = {
  result: DecidedResult;
  /** The option as text, for screen readers. */
  option: string;
  decided: boolean;
  proposed: boolean;
  disabled: boolean;
  onDecide: () => void;
};

const decidedClasses: Record<DecidedResult, string> = {
  won: 'border-won-solid bg-won-solid text-on-solid',
  lost: 'border-lost-solid bg-lost-solid text-on-solid',
  void: 'border-waiting-solid bg-waiting-solid text-on-solid',
};

const proposedClasses: Record<DecidedResult, string> = {
  won: 'border-won-solid bg-won-ground text-won',
  lost: 'border-lost-solid bg-lost-ground text-lost',
  void: 'border-waiting-solid bg-waiting-ground text-waiting',
};

function DecisionButton({
  result,
  option,
  decided,
  proposed,
  disabled,
  onDecide,
}: DecisionButtonProps) {
  const words = useDecisionLabels();
  return (
    <button
      type="button"
      aria-pressed={decided}
      disabled={disabled}
      onClick={onDecide}
      className={joinClasses(
        'min-h-11 min-w-11 rounded-sm border-[1.5px] px-2 text-xs font-bold disabled:opacity-60',
        decided && 'forced-colors:underline',
        decided
          ? decidedClasses[result]
          : proposed
            ? proposedClasses[result]
            : 'control-border bg-card text-ink hover:bg-sunk',
      )}
    >
      {words[result]} <span className="sr-only">{option}</span>
    </button>
  );
}
