import { t } from '@lingui/core/macro';
import { feedPrice } from '#client/data/tips/slip.ts';
import { classes } from '#client/ui/classes.ts';
import { oddsText } from '#client/ui/formats.ts';
import { Tick } from '#client/ui/icon.tsx';
import { answerWords, groupWords } from '#client/ui/tip/option-words.ts';
import type { Fixture } from '#contract/fixtures.ts';
import { oddsGroups, type CatalogueGroup, type Option } from '#domain/catalogue.ts';

const isLine = ({ group }: CatalogueGroup) => group.startsWith('O/U');
const lines = oddsGroups.filter(isLine);
const sections = {
  main: oddsGroups.filter((group) => group.section === 'main' && !isLine(group)),
  others: oddsGroups.filter((group) => group.section === 'others'),
};

/** A game as it is read out: "Arsenal v Chelsea". */
export function gameWords({ home, away }: Fixture): string {
  return t`${home} v ${away}`;
}

/** What every key of a game's options is given. */
type OptionKeys = {
  fixture: Fixture;
  chosen: number | undefined;
  closed: boolean;
  onPick: (option: Option, button: HTMLElement) => Promise<void>;
};

type OptionGroupsProps = OptionKeys & { section: keyof typeof sections };

/** 1X2, Double Chance, Over/Under and GG/NG; or everything else there is to pick. */
export function OptionGroups({ section, ...keys }: OptionGroupsProps) {
  return (
    <div className="grid gap-4">
      {sections[section].map((group) => (
        <Group key={group.group} group={group} {...keys} />
      ))}
      {section === 'main' && <Lines {...keys} />}
    </div>
  );
}

function Group({ group, ...keys }: OptionKeys & { group: CatalogueGroup }) {
  const columns = group.options.length === 2 ? 'grid-cols-2' : 'grid-cols-3';
  return (
    <section aria-label={groupWords(group.group)}>
      <h4 className="mb-1 text-sm text-dim">{groupWords(group.group)}</h4>
      <div className={classes('grid gap-1.5', columns)}>
        {group.options.map((option) => (
          <OptionButton key={option.oddsId} option={option} {...keys} />
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
        {lines.map((group) => (
          <Line key={group.group} group={group} {...keys} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ group: { group, options }, ...keys }: OptionKeys & { group: CatalogueGroup }) {
  return (
    <tr>
      <th scope="row" className="figure w-18 text-start">
        {groupWords(group)}
      </th>
      {options.map((option) => (
        <td key={option.oddsId} className="ps-1.5">
          <OptionButton option={option} {...keys} />
        </td>
      ))}
    </tr>
  );
}

type OptionButtonProps = OptionKeys & { option: Option };

/** One key of the keyboard that the list of games is: a tap picks, a second takes back. */
export function OptionButton({ fixture, option, closed, onPick, ...props }: OptionButtonProps) {
  const chosen = props.chosen === option.oddsId;
  const odd = feedPrice(fixture, option.oddsId);
  return (
    <button
      type="button"
      aria-label={optionName({ game: gameWords(fixture), option, odd, chosen })}
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
