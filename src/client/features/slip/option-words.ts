import { useLingui } from '@lingui/react/macro';
import type { Option } from '#domain/catalogue.ts';
import { oddsText } from '#client/ui/formats.ts';
import { answerWords, groupWords } from '#client/ui/tip/option-words.ts';

/** What an option's button is called by a screen reader: game, group, option, odds, state. */
export function useOptionName(): (
  game: string,
  option: Option,
  odd: number,
  chosen: boolean,
) => string {
  const { t } = useLingui();
  return (game, { oddsGroup, oddsName }, odd, chosen) => {
    const sides: Readonly<Record<string, string>> = { '1': t`home`, X: t`draw`, '2': t`away` };
    // With what stands on the key: who speaks to the phone says what they see.
    const answer =
      oddsGroup === '1X2' ? `${sides[oddsName] ?? ''} ${oddsName}` : answerWords(oddsName);
    const price = odd > 0 ? oddsText(odd) : t`no odds yet`;
    const state = chosen ? t`selected` : t`not selected`;
    return [game, groupWords(oddsGroup), answer, price, state].join(', ');
  };
}
