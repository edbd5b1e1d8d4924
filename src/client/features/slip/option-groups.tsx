import { Trans } from '@lingui/react/macro';
import type { Fixture } from '#contract/fixtures.ts';
import { type CatalogueGroup, oddsGroups, type Option } from '#domain/catalogue.ts';
import { feedPrice } from '#client/data/feed-price.ts';
import { classes } from '#client/ui/classes.ts';
import { groupWords } from '#client/ui/tip/option-words.ts';
import { OptionButton } from './option-button.tsx';

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
        <Trans>O/U: over or under a number of goals</Trans>
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
