import { t } from '@lingui/core/macro';
import { feedPrice } from '#client/data/slip.ts';
import { classes } from '#client/ui/classes.ts';
import { oddsText } from '#client/ui/formats.ts';
import { Tick } from '#client/ui/icon.tsx';
import { answerWords, groupWords } from '#client/ui/tip/option-words.ts';
import type { Fixture } from '#contract/fixtures.ts';
import { oddsGroups, type CatalogueGroup, type Option } from '#domain/catalogue.ts';

const isLine = ({ group }: CatalogueGroup) => group.startsWith('O/U');
const lines = oddsGroups.filter(isLine);
const main = oddsGroups.filter((group) => group.section === 'main' && !isLine(group));
const others = oddsGroups.filter(({ section }) => section === 'others');

/** What every key of a game's options is given. */
type OptionKeys = {
  /** As it is read out: "Arsenal v Chelsea". */
  game: string;
  fixture: Fixture;
  chosen: number | undefined;
  closed: boolean;
  onPick: (option: Option) => Promise<void>;
};

/** 1X2, Double Chance, Over/Under and GG/NG. */
export function MainGroups(keys: OptionKeys) {
  return (
    <div className="grid gap-4">
      {main.map((group) => (
        <Group key={group.group} group={group} {...keys} />
      ))}
      <Lines {...keys} />
    </div>
  );
}

/** Everything else there is to pick. */
export function OtherGroups(keys: OptionKeys) {
  return (
    <div className="grid gap-4">
      {others.map((group) => (
        <Group key={group.group} group={group} {...keys} />
      ))}
    </div>
  );
}

function Group({ group, ...keys }: OptionKeys & { group: CatalogueGroup }) {
  return (
    <section aria-label={groupWords(group.group)}>
      <h4 className="mb-1 text-sm text-dim">{groupWords(group.group)}</h4>
      <div
        className={classes(
          'grid gap-1.5',
          group.options.length === 2 ? 'grid-cols-2' : 'grid-cols-3',
        )}
      >
        {group.options.map((option) => (
          <Key key={option.oddsId} option={option} {...keys} />
        ))}
      </div>
    </section>
  );
}

/** The seven totals as the table they are: a line for each number of goals. */
function Lines(keys: OptionKeys) {
  return (
    <table className="w-full border-separate border-spacing-y-1">
      <caption className="text-start text-sm font-bold text-dim">
        {t`O/U: over or under a number of goals`}
      </caption>
      <tbody>
        {lines.map(({ group, options }) => (
          <tr key={group}>
            <th scope="row" className="figure w-18 text-start">
              {groupWords(group)}
            </th>
            {options.map((option) => (
              <td key={option.oddsId} className="ps-1.5">
                <Key option={option} {...keys} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Key({ option, game, fixture, chosen, closed, onPick }: OptionKeys & { option: Option }) {
  return (
    <OptionButton
      game={game}
      option={option}
      odd={feedPrice(fixture, option.oddsId)}
      chosen={chosen === option.oddsId}
      closed={closed}
      onPick={onPick}
    />
  );
}

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
  return (
    <button
      type="button"
      aria-label={optionName({ game, option, odd, chosen })}
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

type Named = { game: string; option: Option; odd: number; chosen: boolean };

/** What an option's button is called by a screen reader: game, group, option, odds, state. */
function optionName({ game, option: { oddsGroup, oddsName }, odd, chosen }: Named): string {
  const sides: Readonly<Record<string, string>> = { '1': t`home`, X: t`draw`, '2': t`away` };
  // With what stands on the key: who speaks to the phone says what they see.
  const answer =
    oddsGroup === '1X2' ? `${sides[oddsName] ?? ''} ${oddsName}` : answerWords(oddsName);
  const price = odd > 0 ? oddsText(odd) : t`no odds yet`;
  const state = chosen ? t`selected` : t`not selected`;
  return [game, groupWords(oddsGroup), answer, price, state].join(', ');
}
