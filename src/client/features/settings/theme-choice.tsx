import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { chooseTheme, useTheme } from '#client/session/theme.ts';
import { classes } from '#client/ui/classes.ts';

/** Light, dark, or as the device is set. */
export function ThemeChoice() {
  const { t } = useLingui();
  const theme = useTheme();
  const name = useId();
  const choices = [
    { value: 'device', words: t`As on this device` },
    { value: 'day', words: t`Light` },
    { value: 'night', words: t`Dark` },
  ] as const;
  return (
    <fieldset>
      <legend className="sr-only">
        <Trans>Theme</Trans>
      </legend>
      <div className="grid gap-1.5 md:grid-cols-[auto_1fr_1fr]">
        {choices.map(({ value, words }) => (
          <label
            key={value}
            className={classes(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm border-[1.5px] px-3 font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
              value === theme ? 'border-ink' : 'border-transparent bg-sunk',
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === theme}
              onChange={() => chooseTheme(value)}
              className="size-5 shrink-0 accent-ink"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
