import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { IfStarted } from '#domain/kick-off.ts';

type StartedChoiceProps = { ifStarted: IfStarted; onChoice: (ifStarted: IfStarted) => void };

/** What is to happen when the tip arrives after one of its games has kicked off. */
export function StartedChoice({ ifStarted, onChoice }: StartedChoiceProps) {
  const { t } = useLingui();
  const name = useId();
  const choices = [
    { value: 'drop', words: t`Drop started games`, hint: t`The other games are posted.` },
    { value: 'refuse', words: t`All or nothing`, hint: t`The tip comes back to you.` },
  ] as const;
  return (
    <fieldset>
      <legend className="text-sm font-semibold">
        <Trans>If a game has kicked off when the tip arrives</Trans>
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
