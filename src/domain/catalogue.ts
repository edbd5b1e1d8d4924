/** The list in which a screen shows a group: common groups, or all others. */
type Section = 'main' | 'others';

/** One option of a group; `oddsName` is the name within the group, as in "Over". */
export type BettingOption = {
  readonly oddsId: number;
  readonly oddsGroup: OddsGroup;
  readonly oddsName: OddsName;
  readonly section: Section;
};

/** A group with its options in display order. */
export type CatalogueGroup = {
  readonly group: OddsGroup;
  readonly section: Section;
  readonly options: readonly BettingOption[];
};

// Each group's first number is a literal: stored legs refer to options by number, so an inserted
// group must not change the numbers of others.
const definitions = [
  ['1X2', 'main', 1, ['1', 'X', '2']],
  ['Double Chance', 'main', 4, ['1X', '12', 'X2']],
  ['O/U 0.5', 'main', 7, ['Over', 'Under']],
  ['O/U 1.5', 'main', 9, ['Over', 'Under']],
  ['O/U 2.5', 'main', 11, ['Over', 'Under']],
  ['O/U 3.5', 'main', 13, ['Over', 'Under']],
  ['O/U 4.5', 'main', 15, ['Over', 'Under']],
  ['O/U 5.5', 'main', 17, ['Over', 'Under']],
  ['O/U 6.5', 'main', 19, ['Over', 'Under']],
  ['First Goal', 'others', 21, ['1', '2', 'No Goal']],
  ['HF/FT', 'others', 24, ['1/1', '1/X', '1/2', 'X/1', 'X/X', 'X/2', '2/1', '2/X', '2/2']],
  ['GG/NG', 'main', 33, ['GG', 'NG']],
  ['DNB', 'others', 35, ['1', '2']],
  ['Highest Scoring Half', 'others', 37, ['1st', '2nd', 'Equal']],
  ['Odd/Even', 'others', 40, ['Odd', 'Even']],
  ['Half Time', 'others', 42, ['1HT', 'XHT', '2HT']],
  ['Double Chance HT', 'others', 45, ['1X HT', '12 HT', 'X2 HT']],
  ['GG/NG HT', 'others', 48, ['GG HT', 'NG HT']],
  ['Away to Score', 'others', 50, ['Yes', 'No']],
] as const satisfies readonly (readonly [string, Section, number, readonly string[]])[];

type Definition = (typeof definitions)[number];

/** A betting market; its options are the possible results. */
export type OddsGroup = Definition[0];

/** The name of an option within its group, as in "Over"; several groups may share a name. */
type OddsName = Definition[3][number];

/** The full name stored in legs, as in "O/U 2.5 - Over". */
export type OddName = {
  [
    Group in OddsGroup
  ]: `${Group} - ${Extract<Definition, readonly [Group, ...unknown[]]>[3][number]}`;
}[OddsGroup];

/** All groups with their options, in the order of the catalogue. */
export const oddsGroups: readonly CatalogueGroup[] = definitions.map(
  ([group, section, first, names]) => ({
    group,
    section,
    options: names.map((oddsName, index) => ({
      oddsId: first + index,
      oddsGroup: group,
      oddsName,
      section,
    })),
  }),
);

/** All options, numbered 1 to 51. */
export const bettingOptions: readonly BettingOption[] = oddsGroups.flatMap(
  ({ options }) => options,
);

const optionsById = new Map(bettingOptions.map((option) => [option.oddsId, option]));
const optionsByName = new Map(bettingOptions.map((option) => [oddNameOf(option), option]));

/** Builds the full name stored in legs, as in "O/U 2.5 - Over". */
export function oddNameOf(option: Pick<BettingOption, 'oddsGroup' | 'oddsName'>): string {
  return `${option.oddsGroup} - ${option.oddsName}`;
}

/** Finds an option by its full name; ignores only extra white space. */
export function findOptionByName(oddName: string): BettingOption | undefined {
  return optionsByName.get(oddName.trim().replace(/\s+/g, ' '));
}

/** Finds an option by its number, which never changes. */
export function findOptionById(oddsId: number): BettingOption | undefined {
  return optionsById.get(oddsId);
}
