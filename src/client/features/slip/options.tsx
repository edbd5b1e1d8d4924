import { t } from '@lingui/core/macro';
import { shortName } from '#client/clubs.ts';
import { feedPrice } from '#client/data/tips/slip.ts';
import { classes } from '#client/ui/classes.ts';
import { oddsText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { PriceKey } from '#client/ui/price-key.tsx';
import { groupWords, optionWords } from '#client/ui/tip/option-words.ts';
import type { Fixture } from '#contract/fixtures.ts';
import {
  oddNameOf,
  oddsGroups,
  type CatalogueGroup,
  type OddsGroup,
  type Option,
} from '#domain/catalogue.ts';

/** A game as it is read out: "Arsenal v Chelsea". */
export function gameWords({ home, away }: Fixture): string {
  return t`${home} v ${away}`;
}

/** What every key of a game's options is given. */
type OptionKeys = {
  fixture: Fixture;
  chosen: number | undefined;
  closed?: boolean;
  onPick: (option: Option, button: HTMLElement) => Promise<void>;
};

const main: readonly OddsGroup[] = ['1X2', 'Double Chance', 'DNB', 'GG/NG'];
const halves: readonly OddsGroup[] = [
  'Half Time',
  'HF/FT',
  'Double Chance HT',
  'GG/NG HT',
  'Highest Scoring Half',
];
const isGoals = ({ group }: CatalogueGroup) => group.startsWith('O/U');
const groupsNamed = (names: readonly OddsGroup[]) =>
  names.flatMap((name) => oddsGroups.filter(({ group }) => group === name));

/** Where a group stands: what everybody asks first, goals, halves, and the rest. */
const sections = {
  main: groupsNamed(main),
  goals: oddsGroups.filter(isGoals),
  halves: groupsNamed(halves),
  others: oddsGroups.filter(
    (one) => !isGoals(one) && !main.includes(one.group) && !halves.includes(one.group),
  ),
};

/** Everything that can be picked on one game, in sections that fold; Main is open. */
export function OptionSections(keys: OptionKeys) {
  return (
    <div className="divide-y divide-line">
      <Section open title={t`Main`} groups={sections.main} {...keys} />
      <Section title={t`Goals`} groups={sections.goals} {...keys} />
      <Section title={t`Halves`} groups={sections.halves} {...keys} />
      <Section title={t`Others`} groups={sections.others} {...keys} />
    </div>
  );
}

type SectionProps = OptionKeys & {
  open?: boolean;
  title: string;
  groups: readonly CatalogueGroup[];
};

function Section({ open = false, title, groups, ...keys }: SectionProps) {
  const holdsPick = groups.some(({ options }) =>
    options.some(({ oddsId }) => oddsId === keys.chosen),
  );
  return (
    <details open={open || holdsPick} className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between [&::-webkit-details-marker]:hidden">
        <h3 className="text-md">{title}</h3>
        <Icon
          name="down"
          className="size-5 transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-3 pb-4">
        {groups.map((group) => (
          <Group key={group.group} group={group} {...keys} />
        ))}
      </div>
    </details>
  );
}

function Group({ group: { group, options }, ...keys }: OptionKeys & { group: CatalogueGroup }) {
  return (
    <section aria-label={groupWords(group)}>
      <h4 className="mb-1 font-sans text-xs font-medium text-dim">{groupWords(group)}</h4>
      <div className={classes('grid gap-1.5', columns(options.length))}>
        {options.map((option) => (
          <WordKey
            key={option.oddsId}
            option={option}
            stacked={options.length === threeSigns}
            {...keys}
          />
        ))}
      </div>
    </section>
  );
}

const threeSigns = 3;

/** Three answers stand in a row and two beside each other; with big letters one below the other. */
function columns(count: number): string {
  if (count === threeSigns) return 'grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))]';
  return 'grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))]';
}

type KeyProps = OptionKeys & { option: Option };

/** An option in words, the bookmaker's code small beside them. */
function WordKey({
  fixture,
  option,
  chosen,
  closed = false,
  stacked,
  onPick,
}: KeyProps & { stacked: boolean }) {
  const price = feedPrice(fixture, option.oddsId);
  const picked = chosen === option.oddsId;
  const { words, code } = optionWords(oddNameOf(option), fixture, shortName);
  return (
    <PriceKey
      name={[words, code, ...stateWords(price, picked)].join(', ')}
      price={price}
      picked={picked}
      closed={closed}
      words={words}
      stacked={stacked}
      code={option.oddsName === words ? '' : option.oddsName}
      onClick={(event) => void onPick(option, event.currentTarget)}
    />
  );
}

/** One key of the keyboard that the list of games is: a tap picks, a second takes back. */
export function SignKey({ fixture, option, chosen, closed = false, onPick }: KeyProps) {
  const price = feedPrice(fixture, option.oddsId);
  const picked = chosen === option.oddsId;
  const sides: Readonly<Record<string, string>> = { '1': t`home`, X: t`draw`, '2': t`away` };
  const { oddsGroup, oddsName } = option;
  const parts = [gameWords(fixture), groupWords(oddsGroup), `${sides[oddsName] ?? ''} ${oddsName}`];
  return (
    <PriceKey
      name={[...parts, ...stateWords(price, picked)].join(', ')}
      data-sign={oddsName}
      price={price}
      picked={picked}
      closed={closed}
      onClick={(event) => void onPick(option, event.currentTarget)}
    />
  );
}

/** The end of a key's name: its price, and whether it is picked. */
function stateWords(price: number, picked: boolean): string[] {
  return [price > 0 ? oddsText(price) : t`price later`, picked ? t`selected` : t`not selected`];
}
