import { useLingui } from '@lingui/react/macro';
import { type InputEvent, type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import type { ResultDraft } from '#client/data/tips/result-drafts.ts';
import { joinClasses, controlClasses } from '#client/ui/classes.ts';
import { type ResultBoxName, resultBoxNames, extractDigits } from './result-draft.ts';

/** Focuses a field of the result. */
export type ResultBoxFocus = (box: ResultBoxName, options?: FocusOptions) => void;

type ScoreBoxesProps = {
  ref?: Ref<ResultBoxFocus>;
  teams: { home: string; away: string };
  digits: ResultDraft['digits'];
  /** The DOM id of the error text. */
  error: string | undefined;
  onEnter?: (() => void) | undefined;
  /** Called when Enter is pressed in the last field. */
  onLastEnter?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined;
  onDigits: (box: ResultBoxName, text: string) => void;
};

/** The fields for half-time and full-time goals. */
export function ScoreBoxes(props: ScoreBoxesProps) {
  const { ref, teams, digits, error, onDigits, onEnter, onLastEnter } = props;
  const { home, away } = teams;
  const { t } = useLingui();
  const inputs = useRef(new Map<ResultBoxName, HTMLInputElement | null>());
  useImperativeHandle(ref, () => (box, options) => inputs.current.get(box)?.focus(options), []);
  const goFrom = (box: ResultBoxName, step: 1 | -1) => {
    const next = resultBoxNames[resultBoxNames.indexOf(box) + step];
    const input = next && inputs.current.get(next);
    if (input) focusBox(input, step);
  };
  const lines = [
    { words: t`HT`, long: t`Half-time`, left: 'halfHome', right: 'halfAway' },
    { words: t`FT`, long: t`Full time`, left: 'fullHome', right: 'fullAway' },
  ] as const;
  return (
    <div className="grid gap-2">
      {lines.map(({ words, long, left, right }) => (
        <div
          key={left}
          role="group"
          aria-label={long}
          className="flex flex-wrap items-center gap-2"
        >
          <span
            aria-hidden="true"
            className="min-w-7 shrink-0 text-center whitespace-nowrap text-sm font-semibold text-dim"
          >
            {words}
          </span>
          {[
            { box: left, team: home },
            { box: right, team: away },
          ].map(({ box, team }, index) => (
            <span key={box} className="contents">
              {index === 1 && <span aria-hidden="true">–</span>}
              <DigitBox
                inputRef={(input) => void inputs.current.set(box, input)}
                label={`${long}: ${team}`}
                text={digits[box]}
                error={error}
                onEnter={onEnter}
                onLastEnter={box === 'fullAway' ? onLastEnter : undefined}
                onText={(text) => onDigits(box, text)}
                onStep={(step) => goFrom(box, step)}
              />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

type DigitBoxProps = Pick<ScoreBoxesProps, 'error' | 'onEnter' | 'onLastEnter'> & {
  inputRef: (input: HTMLInputElement | null) => void;
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Focuses the next field (1) or the previous field (-1). */
  onStep: (step: 1 | -1) => void;
};

/**
 * The goals of one side. The first typed digit replaces the content and focuses the next field.
 * Backspace in an empty field focuses the previous field, where a second digit can be added.
 */
function DigitBox(props: DigitBoxProps) {
  const { inputRef, label, text, error, onText, onStep, onEnter, onLastEnter } = props;
  const isFresh = useRef(false);
  return (
    <input
      ref={inputRef}
      data-box
      aria-label={label}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error}
      inputMode="numeric"
      enterKeyHint="next"
      autoComplete="off"
      maxLength={2}
      value={text}
      onFocus={({ currentTarget }) => {
        onEnter?.();
        isFresh.current = !isReturning;
        if (!isReturning) currentTarget.select();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onLastEnter?.(event);
        if (event.key === 'Backspace' && text === '') onStep(-1);
      }}
      // React fires no change event for a digit that equals the content.
      onInput={(event) => {
        const next = readTypedDigits(event, isFresh.current);
        isFresh.current = false;
        onText(next);
        if (next !== '' && !isDeletion(event)) onStep(1);
      }}
      className={joinClasses(
        controlClasses,
        'figure w-[min(3.25rem,17vw)]! px-0! text-center text-lg font-bold',
        text === '' && 'bg-sunk',
      )}
    />
  );
}

/** Reads the digits of an input event; `isFresh` (first key after the focus) drops older digits. */
function readTypedDigits(
  { nativeEvent, currentTarget }: DigitInputEvent,
  isFresh: boolean,
): string {
  const typed = isFresh && nativeEvent.data ? extractDigits(nativeEvent.data) : '';
  return typed === '' ? extractDigits(currentTarget.value) : typed;
}

type DigitInputEvent = InputEvent<HTMLInputElement>;

function isDeletion({ nativeEvent }: DigitInputEvent): boolean {
  return nativeEvent.inputType?.startsWith('delete');
}

/** True while Backspace moves the focus back to a field, which then keeps its digit. */
let isReturning = false;

function focusBox(box: HTMLInputElement, step: 1 | -1): void {
  isReturning = step === -1;
  box.focus();
  if (isReturning) box.setSelectionRange(box.value.length, box.value.length);
  isReturning = false;
}
