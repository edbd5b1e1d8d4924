import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLanguage } from '#client/data/language.ts';
import { chooseTheme, useTheme } from '#client/session/theme.ts';
import { controlClasses } from '#client/ui/classes.ts';
import { SegmentedControl } from '#client/ui/radio.tsx';
import { SettingRow, SettingRowBody } from './setting-rows.tsx';

const languageSelectId = 'language';

/** Changes the language of the app at once, and stores the choice. */
export function LanguageChoice() {
  return (
    <SettingRow label={<label htmlFor={languageSelectId}>{t`Language`}</label>}>
      <LanguageSelect />
    </SettingRow>
  );
}

function LanguageSelect() {
  const { language, languages, choose } = useLanguage();
  const [chosen, setChosen] = useState<string>();
  const change = async (code: string) => {
    setChosen(code);
    await choose(code);
    setChosen(undefined);
    // The change of the language rendered the page again, so the focus must return to the select.
    setTimeout(() => document.getElementById(languageSelectId)?.focus({ preventScroll: true }));
  };
  return (
    <select
      id={languageSelectId}
      value={chosen ?? language}
      onChange={({ target }) => void change(target.value)}
      className={`${controlClasses} w-auto! max-w-full`}
    >
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Chooses a light or dark theme, or the device's setting. */
export function ThemeChoice() {
  const theme = useTheme();
  const segments = [
    ['device', t`Device`],
    ['day', t`Light`],
    ['night', t`Dark`],
  ] as const;
  return (
    <SettingRowBody>
      <SegmentedControl
        label={t`Theme`}
        segments={segments}
        chosen={theme}
        onChoose={chooseTheme}
      />
    </SettingRowBody>
  );
}
