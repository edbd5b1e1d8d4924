import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { shortName } from '#client/clubs.ts';
import { type FixtureStatus, gameName, type Side, sides } from '#domain/fixture.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import type { ResultDraft } from '#client/data/tips/result-drafts.ts';
import { Button } from '#client/ui/button.tsx';
import { classes, control } from '#client/ui/classes.ts';
import { Club } from '#client/ui/fixture/fixture-row.tsx';
import { fixtureStatusWords } from '#client/ui/fixture/status-words.ts';
import { gameText } from '#client/ui/formats.ts';
import { Segments } from '#client/ui/radio.tsx';
import { Tag } from '#client/ui/tag.tsx';
import {
  needsFirstGoal,
  type Box,
  boxes,
  type DraftProblem,
  type TicketedOption,
  problemOf,
  statusesOffered,
  takesScore,
} from './result-draft.ts';
import { type FocusBox, ScoreBoxes } from './score-boxes.tsx';
import { resultText, useResult } from './use-result.ts';

/** Access to the boxes of a result from outside of its form. */
export type ResultBoxes = {
  /** The first box without a digit; undefined in a complete result, or one without a score. */
  empty: Box | undefined;
  focus: FocusBox;
};

type ResultFieldsProps = {
  ref?: Ref<ResultBoxes>;
  fixture: OptimisticFixture;
  now: Date;
  /** Options in confirmed tickets, if these count as well. */
  ticketed?: readonly TicketedOption[];
  /** Called when a field takes the focus. */
  onEnter?: () => void;
  /** Called at the tap, before the result is stored. */
  onSave?: () => void;
  /** Called once the result is stored on this phone. */
  onSaved?: () => void;
  /** Whether the clubs are shown next to the boxes. */
  hasClubs?: boolean;
};

/** The result of a game: digits, status, and the first goal if nothing else determines it. */
export function ResultFields(props: ResultFieldsProps) {
  const { ref, fixture, ticketed, now, onEnter, onSave, onSaved, hasClubs } = props;
  const { t } = useLingui();
  const focusBox = useRef<FocusBox>(null);
  const chosenGoal = useRef<HTMLInputElement>(null);
  const { draft, change, isTyped, isOutdated, save } = useResult(fixture, now, onSaved);
  const [tried, setTried] = useState(false);
  const id = useId();
  const problem = problemOf(draft, fixture, now);
  // An incomplete result is no error before it is saved.
  const isMissing = problem === 'score-missing' || problem === 'half-time-incomplete';
  const shownProblem =
    problem !== undefined && (tried || (isTyped && !isMissing)) ? problem : undefined;
  const needsGoal = needsFirstGoal(fixture, draft, { ticketed, now });
  const game = gameText(gameName(fixture.home, fixture.away));
  const empty = takesScore(draft.status)
    ? boxes.find((box) => draft.digits[box] === '')
    : undefined;
  useImperativeHandle(
    ref,
    () => ({ empty, focus: (box, options) => focusBox.current?.(box, options) }),
    [empty],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(problem !== undefined);
    if (problem !== undefined) {
      focusBox.current?.(firstWrong(draft));
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
            <Club team={fixture.home} />
            <Club team={fixture.away} />
          </div>
        )}
        {takesScore(draft.status) && (
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
          {problemWords(shownProblem)}
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
        <span role="status">{isOutdated && <Meanwhile fixture={fixture} />}</span>
      </div>
    </form>
  );
}

/** Another administrator's earlier result. */
function Meanwhile({ fixture }: { fixture: OptimisticFixture }) {
  const result = resultText(fixture);
  return (
    <Tag tone="needs">
      <Trans>Somebody else saved {result} meanwhile</Trans>
    </Tag>
  );
}

function firstWrong({ digits }: ResultDraft): Box {
  const half = digits.halfHome !== '' || digits.halfAway !== '';
  const order = half ? boxes : (['fullHome', 'fullAway'] as const);
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
    (side) => [side, <bdi key={side}>{shortName(fixture[side])}</bdi>] as const,
  );
  return (
    <Segments
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
  const offered = statusesOffered(fixture, now);
  return (
    <select
      aria-label={t`Status`}
      value={status}
      onFocus={onEnter}
      onChange={({ target }) => {
        const chosen = offered.find((each) => each === target.value);
        if (chosen) onChoose(chosen);
      }}
      className={classes(control, 'w-auto! max-w-full')}
    >
      {offered.map((each) => (
        <option key={each} value={each}>
          {each === 'scheduled' ? t`Not played yet` : fixtureStatusWords(each)}
        </option>
      ))}
    </select>
  );
}

/** The text for a result's problem. */
function problemWords(problem: DraftProblem): string {
  const words: Record<DraftProblem, string> = {
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

/** The note of every page with results. */
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
