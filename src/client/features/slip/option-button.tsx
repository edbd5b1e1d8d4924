import type { Option } from '#domain/catalogue.ts';
import { classes } from '#client/ui/classes.ts';
import { oddsText } from '#client/ui/formats.ts';
import { answerWords } from '#client/ui/tip/option-words.ts';
import { Tick } from '#client/ui/icon.tsx';
import { useOptionName } from './option-words.ts';

type OptionButtonProps = {
  /** As it is read out: "Arsenal v Chelsea". */
  game: string;
  option: Option;
  odd: number;
  chosen: boolean;
  closed: boolean;
  onPick: (option: Option, button: HTMLElement) => Promise<void>;
};

/** One key of the keyboard that the list of games is: a tap picks, a second takes back. */
export function OptionButton({ game, option, odd, chosen, closed, onPick }: OptionButtonProps) {
  const nameOf = useOptionName();
  return (
    <button
      type="button"
      aria-label={nameOf(game, option, odd, chosen)}
      aria-pressed={chosen}
      disabled={closed}
      onClick={(event) => void onPick(option, event.currentTarget)}
      className={classes(keyShape, keyNarrow, chosen ? keyChosen : keyFree)}
    >
      <span className={classes('flex items-center gap-0.5', !chosen && 'text-dim')}>
        {chosen && <Tick />}
        <bdi>{answerWords(option.oddsName)}</bdi>
      </span>{' '}
      <span className="figure ms-auto font-bold">{oddsText(odd)}</span>
    </button>
  );
}

/** The look all keys share; those of a closed game lose their colour, not their words. */
export const keyShape =
  'flex min-h-11 w-full min-w-0 items-center justify-between gap-1 rounded-sm border-[1.5px] px-2 py-1 text-start text-sm transition-colors duration-150 disabled:border-dashed disabled:border-line disabled:bg-transparent disabled:text-dim';
export const keyChosen = 'border-flag bg-flag font-bold text-on-flag';
export const keyFree = 'border-transparent bg-sunk hover:border-dim';

/** On the narrowest phones the odds stand under the option: with the tick they need the whole key. */
const keyNarrow =
  'max-[22rem]:flex-col max-[22rem]:items-stretch max-[22rem]:gap-0 max-[22rem]:leading-tight';
