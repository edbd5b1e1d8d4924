import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { teamShortName } from '#client/clubs.ts';
import { type FixtureStatus, gameName, type Side, sides } from '#domain/fixture.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import type { ResultDraft } from '#client/data/tips/result-drafts.ts';
import { Button } from '#client/ui/button.tsx';
import { joinClasses, controlClasses } from '#client/ui/classes.ts';
import { FixtureClub } from '#client/ui/fixture/fixture-row.tsx';
import { fixtureStatusText } from '#client/ui/fixture/fixture-status-text.ts';
import { gameText } from '#client/ui/formats.ts';
import { SegmentedControl } from '#client/ui/radio.tsx';
import { Tag } from '#client/ui/tag.tsx';
import {
  isFirstGoalRequired,
  type ResultBoxName,
  resultBoxNames,
  type ResultDraftProblem,
  type OptionTicketCounts,
  findResultDraftProblem,
  listAllowedStatuses,
  canHaveScore,
} from './result-draft.ts';
import { type ResultBoxFocus, ScoreBoxes } from './score-boxes.tsx';
import { resultText, useResultEntry } from './use-result-entry.ts';

/** Gives a parent access to the fields of a result. */
export type ResultFieldsHandle = {
  /** The first empty field; undefined if the result is complete or has no score. */
  firstEmpty: ResultBoxName | undefined;
  focus: ResultBoxFocus;
};

type ResultFieldsProps = {
  ref?: Ref<ResultFieldsHandle>;
  fixture: OptimisticFixture;
  now: Date;
  /** The options of confirmed tickets, if these also need the first goal. */
  ticketed?: readonly OptionTicketCounts[];
  /** Called when a field gets the focus. */
  onEnter?: () => void;
  /** Called when Save is tapped, before the result is stored. */
  onSave?: () => void;
  /** Called when the result is stored on this phone. */
  onSaved?: () => void;
  /** True if the clubs are shown beside the fields. */
  hasClubs?: boolean;
};

/** The form for a result: goals, status, and the first goal if the score does not determine it. */
export function ResultFields(props: ResultFieldsProps) {
  const { ref, fixture, ticketed, now, onEnter, onSave, onSaved, hasClubs } = props;
  const { t } = useLingui();
  const focusBox = useRef<ResultBoxFocus>(null);
  const chosenGoal = useRef<HTMLInputElement>(null);
  const { draft, change, isTyped, isOutdated, save } = useResultEntry(fixture, now, onSaved);
  const [tried, setTried] = useState(false);
  const id = useId();
  const problem = findResultDraftProblem(draft, fixture, now);
  // An incomplete result is shown as an error only after an attempt to save it.
  const isMissing = problem === 'score-missing' || problem === 'half-time-incomplete';
  const shownProblem =
    problem !== undefined && (tried || (isTyped && !isMissing)) ? problem : undefined;
  const needsGoal = isFirstGoalRequired(fixture, draft, { ticketed, now });
  const game = gameText(gameName(fixture.home, fixture.away));
  const firstEmpty = canHaveScore(draft.status)
    ? resultBoxNames.find((box) => draft.digits[box] === '')
    : undefined;
  useImperativeHandle(
    ref,
    () => ({ firstEmpty, focus: (box, options) => focusBox.current?.(box, options) }),
    [firstEmpty],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(problem !== undefined);
    if (problem !== undefined) {
      focusBox.current?.(findFirstWrongBox(draft));
      return;
    }
    onSave?.();
    if (isTyped) void save();
  };
  return (
    <form
      noValidate
      aria-label={t`Result: ${game}`}
      onSubmit={submit}
      className="grid grid-cols-1 justify-items-center gap-2"
    >
      <div className="flex w-full flex-wrap items-center justify-evenly gap-x-3 gap-y-2">
        {hasClubs && (
          <div className="grid min-w-0 flex-1 basis-28 gap-2">
            <FixtureClub team={fixture.home} />
            <FixtureClub team={fixture.away} />
          </div>
        )}
        {canHaveScore(draft.status) && (
          <ScoreBoxes
            ref={focusBox}
            teams={fixture}
            digits={draft.digits}
            error={shownProblem && `${id}-error`}
            onEnter={onEnter}
            onLastEnter={(event) => {
              if (!needsGoal || draft.firstGoal) return;
              event.preventDefault();
              chosenGoal.current?.focus();
            }}
            onDigits={(box, text) => change({ digits: { ...draft.digits, [box]: text } })}
          />
        )}
      </div>
      {needsGoal && (
        <FirstGoal
          fixture={fixture}
          chosenRef={chosenGoal}
          chosen={draft.firstGoal}
          onChoose={(firstGoal) => change({ firstGoal })}
        />
      )}
      {shownProblem !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-lost">
          {draftProblemText(shownProblem)}
        </p>
      )}
      <div className="flex max-w-full flex-wrap items-center justify-center gap-2">
        <StatusSelect
          fixture={fixture}
          now={now}
          status={draft.status}
          onEnter={onEnter}
          onChoose={(status) => change({ status })}
        />
        <Button type="submit" busy={!isTyped}>
          {t`Save`} <span className="sr-only">{game}</span>
        </Button>
        <span role="status">{isOutdated && <OutdatedResultTag fixture={fixture} />}</span>
      </div>
    </form>
  );
}

/** Says that another administrator saved this result while the reader typed another one. */
function OutdatedResultTag({ fixture }: { fixture: OptimisticFixture }) {
  const result = resultText(fixture);
  return (
    <Tag tone="needs">
      <Trans>Somebody else saved {result} meanwhile</Trans>
    </Tag>
  );
}

function findFirstWrongBox({ digits }: ResultDraft): ResultBoxName {
  const half = digits.halfHome !== '' || digits.halfAway !== '';
  const order = half ? resultBoxNames : (['fullHome', 'fullAway'] as const);
  return order.find((box) => digits[box] === '') ?? 'fullHome';
}

type FirstGoalProps = {
  fixture: OptimisticFixture;
  chosenRef: Ref<HTMLInputElement>;
  chosen: Side | undefined;
  onChoose: (side: Side | undefined) => void;
};

function FirstGoal({ fixture, chosen, chosenRef, onChoose }: FirstGoalProps) {
  const { t } = useLingui();
  const teams = sides.map(
    (side) => [side, <bdi key={side}>{teamShortName(fixture[side])}</bdi>] as const,
  );
  return (
    <SegmentedControl
      label={<span className="text-sm">{t`First Goal`}</span>}
      segments={[...teams, ['', t`Not known`] as const]}
      chosen={chosen ?? ''}
      chosenRef={chosenRef}
      onChoose={(side) => onChoose(side === '' ? undefined : side)}
      hint={t`A ticket needs it, and the score does not say it.`}
    />
  );
}

type StatusSelectProps = {
  fixture: OptimisticFixture;
  now: Date;
  status: FixtureStatus;
  onEnter: (() => void) | undefined;
  onChoose: (status: FixtureStatus) => void;
};

function StatusSelect({ fixture, now, status, onEnter, onChoose }: StatusSelectProps) {
  const { t } = useLingui();
  const offered = listAllowedStatuses(fixture, now);
  return (
    <select
      aria-label={t`Status`}
      value={status}
      onFocus={onEnter}
      onChange={({ target }) => {
        const chosen = offered.find((each) => each === target.value);
        if (chosen) onChoose(chosen);
      }}
      className={joinClasses(controlClasses, 'w-auto! max-w-full')}
    >
      {offered.map((each) => (
        <option key={each} value={each}>
          {each === 'scheduled' ? t`Not played yet` : fixtureStatusText(each)}
        </option>
      ))}
    </select>
  );
}

function draftProblemText(problem: ResultDraftProblem): string {
  const words: Record<ResultDraftProblem, string> = {
    'score-missing': t`The full-time score is missing.`,
    'half-time-incomplete': t`Half-time needs both sides, or neither.`,
    'score-unexpected': t`A game that is not played has no score.`,
    'impossible-score': t`Nobody scores that many.`,
    'impossible-half-time': t`Half-time cannot have more goals than full time.`,
    'impossible-first-goal': t`That side cannot have scored first.`,
    'too-early-to-decide': t`The whistle has not gone yet.`,
  };
  return words[problem];
}

/** The note above every list of results. */
export function ResultHint() {
  return (
    <p className="text-sm text-dim">
      <Trans>
        90 minutes and stoppage time count; extra time and penalties do not. One digit moves on to
        the next box; Backspace goes back for a second digit.
      </Trans>
    </p>
  );
}
