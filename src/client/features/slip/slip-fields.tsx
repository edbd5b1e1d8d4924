import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useConfiguration } from '#client/data/running.ts';
import { classes, control } from '#client/ui/classes.ts';
import { countText } from '#client/ui/formats.ts';
import { analysisLimit } from '#contract/limits.ts';
import type { IfStarted } from '#domain/slip.ts';

const stakes = Array.from({ length: 11 }, (_, stake) => stake);

/** How much of ten units the tipster puts on the tip; 0 means that nothing was staked. */
export function StakeChoice({
  stake,
  onStake,
}: {
  stake: number;
  onStake: (stake: number) => void;
}) {
  const name = useId();
  return (
    <fieldset aria-describedby={`${name}-units`}>
      <legend className="mb-1 text-sm font-semibold">
        {t`Stake`}{' '}
        <span id={`${name}-units`} aria-hidden="true" className="font-normal text-dim">
          {stake === 0 ? t`in units` : <Plural value={stake} one="# unit" other="# units" />}
        </span>
      </legend>
      <div className="grid grid-cols-6 gap-1.5">
        {stakes.map((units) => (
          <label
            key={units}
            className={classes(
              'figure flex min-h-11 cursor-pointer items-center justify-center rounded-sm border-[1.5px] font-bold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
              units === 0 && 'col-span-2 font-sans text-sm',
              units === stake ? 'border-ink bg-ink text-card' : 'border-transparent bg-sunk',
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={units}
              checked={units === stake}
              onChange={() => onStake(units)}
            />
            {units === 0 ? t`Not staked` : countText(units)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type AnalysisFieldProps = { analysis: string; onAnalysis: (analysis: string) => void };

/** Why the tipster thinks so. What is typed is stored at once, and never cut: too long is said. */
export function AnalysisField({ analysis, onAnalysis }: AnalysisFieldProps) {
  const id = useId();
  // The stored text comes back a moment after each key; the field must not wait for it.
  const [typed, setTyped] = useState(analysis);
  const tooLong = typed.length > analysisLimit;
  const length = countText(typed.length);
  const limit = countText(analysisLimit);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {t`Analysis`}
      </label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        value={typed}
        aria-invalid={tooLong || undefined}
        aria-describedby={`${id}-length`}
        onChange={({ target }) => {
          setTyped(target.value);
          onAnalysis(target.value);
        }}
        className={`${control} field-sizing-content max-h-60`}
      />
      <p
        id={`${id}-length`}
        className={tooLong ? 'text-sm font-semibold text-lost' : 'text-xs text-dim'}
      >
        {tooLong
          ? t`${length} characters: at most ${limit} fit`
          : t`${length} of ${limit} characters`}
      </p>
    </div>
  );
}

type StartedChoiceProps = { ifStarted: IfStarted; onChoice: (ifStarted: IfStarted) => void };

/** What is to happen when the tip arrives after one of its games has kicked off. */
export function StartedChoice({ ifStarted, onChoice }: StartedChoiceProps) {
  const name = useId();
  const choices = [
    { value: 'drop', words: t`Drop started games`, hint: t`The other games are posted.` },
    { value: 'refuse', words: t`All or nothing`, hint: t`The tip comes back to you.` },
  ] as const;
  return (
    <fieldset>
      <legend className="text-sm font-semibold">
        {t`If a game has kicked off when the tip arrives`}
      </legend>
      {choices.map(({ value, words, hint }) => (
        <div key={value} className="flex items-start gap-3">
          <input
            type="radio"
            id={`${name}-${value}`}
            name={name}
            value={value}
            checked={value === ifStarted}
            aria-describedby={`${name}-${value}-hint`}
            onChange={() => onChoice(value)}
            className="mt-3 size-5 shrink-0 accent-ink"
          />
          <div className="flex-1 pb-1">
            <label
              htmlFor={`${name}-${value}`}
              className="flex min-h-11 cursor-pointer items-center font-semibold"
            >
              {words}
            </label>
            <p id={`${name}-${value}-hint`} className="-mt-2.5 text-sm text-dim">
              {hint}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
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
