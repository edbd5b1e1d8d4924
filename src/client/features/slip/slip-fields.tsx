import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState, type ComponentProps } from 'react';
import { useConfiguration } from '#client/data/device/running.ts';
import { useCapability } from '#client/data/device/sync-state.ts';
import type { TipInput } from '#client/data/tips/tip-input.ts';
import { classes, control } from '#client/ui/classes.ts';
import { Labelled, Radio } from '#client/ui/form/filter.tsx';
import { countText } from '#client/ui/formats.ts';
import { analysisLimit } from '#contract/limits.ts';
import type { IfStarted } from '#domain/slip.ts';

const stakes = Array.from({ length: 11 }, (_, stake) => stake);

type StakeChoiceProps = { stake: number; onStake: (stake: number) => void };

/** How much of ten units the tipster puts on the tip; 0 means that nothing was staked. */
function StakeChoice({ stake, onStake }: StakeChoiceProps) {
  const name = useId();
  return (
    <fieldset aria-describedby={`${name}-units`}>
      <legend className="mb-1 text-sm font-semibold">
        {t`Stake`}{' '}
        <span id={`${name}-units`} aria-hidden="true" className="font-normal text-dim">
          {stake === 0 ? t`in units` : plural(stake, { one: '# unit', other: '# units' })}
        </span>
      </legend>
      <div className="grid grid-cols-6 gap-1.5">
        {stakes.map((units) => (
          <Radio
            key={units}
            name={name}
            value={units}
            checked={units === stake}
            onChoose={() => onStake(units)}
            className={classes(
              'figure flex min-h-11 cursor-pointer items-center justify-center rounded-sm border-[1.5px] font-bold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
              units === 0 && 'col-span-2 font-sans text-sm',
              units === stake ? 'border-ink bg-ink text-card' : 'border-transparent bg-sunk',
            )}
          >
            {units === 0 ? t`Not staked` : countText(units)}
          </Radio>
        ))}
      </div>
    </fieldset>
  );
}

type LongTextProps = { label: string; text: string; onText: (text: string) => void; most: number };

/** A text of a tip. What is typed is stored at once, and never cut: too long is said. */
function LongText({ label, text, onText, most }: LongTextProps) {
  // The stored text comes back a moment after each key; the field must not wait for it.
  const [typed, setTyped] = useState(text);
  return (
    <Labelled label={label}>
      {(id) => (
        <>
          <textarea
            id={id}
            rows={2}
            dir="auto"
            value={typed}
            aria-invalid={typed.length > most || undefined}
            aria-describedby={`${id}-length`}
            onChange={({ target }) => {
              setTyped(target.value);
              onText(target.value);
            }}
            className={`${control} field-sizing-content max-h-60`}
          />
          <TextLength id={`${id}-length`} text={typed} most={most} />
        </>
      )}
    </Labelled>
  );
}

function TextLength({ id, text, most }: { id: string; text: string; most: number }) {
  const tooLong = text.length > most;
  const length = countText(text.length);
  const limit = countText(most);
  return (
    <p id={id} className={tooLong ? 'text-sm font-semibold text-lost' : 'text-xs text-dim'}>
      {tooLong
        ? t`${length} characters: at most ${limit} fit`
        : t`${length} of ${limit} characters`}
    </p>
  );
}

type TipInputFieldsProps = { input: TipInput; onEnter: (input: Partial<TipInput>) => void };

/** What goes with a tip besides its games: how much, and why where the backend has a field for it. */
export function TipInputFields({ input, onEnter }: TipInputFieldsProps) {
  const hasAnalysis = useCapability('extensions') !== false;
  return (
    <>
      <StakeChoice stake={input.stake} onStake={(stake) => onEnter({ stake })} />
      {hasAnalysis && (
        <LongText
          label={t`Analysis`}
          text={input.analysis}
          onText={(analysis) => onEnter({ analysis })}
          most={analysisLimit}
        />
      )}
    </>
  );
}

type StartedChoiceProps = { ifStarted: IfStarted; onChoice: (ifStarted: IfStarted) => void };

/** What is to happen when the tip arrives after one of its games has kicked off. */
export function StartedChoice({ ifStarted, onChoice }: StartedChoiceProps) {
  const name = useId();
  const choices = [
    ['drop', t`Drop started games`, t`The other games are posted.`],
    ['refuse', t`All or nothing`, t`The tip comes back to you.`],
  ] as const;
  return (
    <fieldset>
      <legend className="text-sm font-semibold">
        {t`If a game has kicked off when the tip arrives`}
      </legend>
      {choices.map(([value, words, hint]) => (
        <ExplainedRadio
          key={value}
          id={`${name}-${value}`}
          name={name}
          value={value}
          words={words}
          hint={hint}
          checked={value === ifStarted}
          onChange={() => onChoice(value)}
        />
      ))}
    </fieldset>
  );
}

type ExplainedRadioProps = ComponentProps<'input'> & { id: string; words: string; hint: string };

function ExplainedRadio({ id, words, hint, ...input }: ExplainedRadioProps) {
  return (
    <div className="flex items-start gap-3">
      <input
        {...input}
        type="radio"
        id={id}
        aria-describedby={`${id}-hint`}
        className="mt-3 size-5 shrink-0 accent-ink"
      />
      <div className="flex-1 pb-1">
        <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center font-semibold">
          {words}
        </label>
        <p id={`${id}-hint`} className="-mt-2.5 text-sm text-dim">
          {hint}
        </p>
      </div>
    </div>
  );
}

/** The odds on the screen are those of the moment. */
export function OddsNote({ className }: { className: string }) {
  return (
    <p className={className}>{t`Odds may change: the tip takes those of the moment it arrives.`}</p>
  );
}

/** Which bookmakers a tip must be playable at; their names are the site's to configure. */
export function BookmakersNotice() {
  const bookmakers = useConfiguration()?.bookmakers ?? [];
  const names = new Intl.ListFormat(i18n.locale || undefined).format(bookmakers);
  return (
    <p className="text-sm text-dim">
      {bookmakers.length > 0 ? (
        t`All games and betting options selected must be featured on ${names}.`
      ) : (
        <Trans>
          All games and betting options selected must be featured on your local bookmakers.
        </Trans>
      )}
    </p>
  );
}
