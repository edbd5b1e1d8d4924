import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLanguage } from '#client/data/language.ts';
import { chooseTheme, useTheme } from '#client/session/theme.ts';
import { control } from '#client/ui/classes.ts';
import { RadioChoice } from './choices.tsx';

const id = 'language';

/** The language of every word here. It changes at once, and is stored for the next start. */
export function LanguageChoice() {
  const { t } = useLingui();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="sr-only">
        {t`Language of the app`}
      </label>
      <LanguageSelect />
      <p id={`${id}-hint`} className="text-xs text-dim">
        {t`What members write is not translated.`}
      </p>
    </div>
  );
}

function LanguageSelect() {
  const { language, languages, choose } = useLanguage();
  const [wanted, setWanted] = useState<string>();
  const change = async (code: string) => {
    setWanted(code);
    await choose(code);
    setWanted(undefined);
    // The page has begun anew in the new language; who chooses is still at the choice.
    setTimeout(() => document.getElementById(id)?.focus({ preventScroll: true }));
  };
  return (
    <select
      id={id}
      value={wanted ?? language}
      aria-describedby={`${id}-hint`}
      onChange={({ target }) => void change(target.value)}
      className={control}
    >
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Light, dark, or as the device is set. */
export function ThemeChoice() {
  const { t } = useLingui();
  const theme = useTheme();
  const choices = [
    { value: 'device', words: t`As on this device` },
    { value: 'day', words: t`Light` },
    { value: 'night', words: t`Dark` },
  ] as const;
  return (
    <fieldset>
      <legend className="sr-only">{t`Theme`}</legend>
      <RadioChoice
        choices={choices}
        chosen={theme}
        onChoose={chooseTheme}
        className="md:grid-cols-[auto_1fr_1fr]"
      />
    </fieldset>
  );
}
