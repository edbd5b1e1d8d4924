import { describe, expect, test } from 'vitest';
import { catalogue, oddNameOf, oddsGroups, optionNamed, optionWithId } from '#domain/catalogue.ts';

// Stored legs refer to these numbers and names: changing one changes every member's history.
const numbered = [
  [1, '1X2 - 1'],
  [2, '1X2 - X'],
  [3, '1X2 - 2'],
  [4, 'Double Chance - 1X'],
  [5, 'Double Chance - 12'],
  [6, 'Double Chance - X2'],
  [7, 'O/U 0.5 - Over'],
  [8, 'O/U 0.5 - Under'],
  [9, 'O/U 1.5 - Over'],
  [10, 'O/U 1.5 - Under'],
  [11, 'O/U 2.5 - Over'],
  [12, 'O/U 2.5 - Under'],
  [13, 'O/U 3.5 - Over'],
  [14, 'O/U 3.5 - Under'],
  [15, 'O/U 4.5 - Over'],
  [16, 'O/U 4.5 - Under'],
  [17, 'O/U 5.5 - Over'],
  [18, 'O/U 5.5 - Under'],
  [19, 'O/U 6.5 - Over'],
  [20, 'O/U 6.5 - Under'],
  [21, 'First Goal - 1'],
  [22, 'First Goal - 2'],
  [23, 'First Goal - No Goal'],
  [24, 'HF/FT - 1/1'],
  [25, 'HF/FT - 1/X'],
  [26, 'HF/FT - 1/2'],
  [27, 'HF/FT - X/1'],
  [28, 'HF/FT - X/X'],
  [29, 'HF/FT - X/2'],
  [30, 'HF/FT - 2/1'],
  [31, 'HF/FT - 2/X'],
  [32, 'HF/FT - 2/2'],
  [33, 'GG/NG - GG'],
  [34, 'GG/NG - NG'],
  [35, 'DNB - 1'],
  [36, 'DNB - 2'],
  [37, 'Highest Scoring Half - 1st'],
  [38, 'Highest Scoring Half - 2nd'],
  [39, 'Highest Scoring Half - Equal'],
  [40, 'Odd/Even - Odd'],
  [41, 'Odd/Even - Even'],
  [42, 'Half Time - 1HT'],
  [43, 'Half Time - XHT'],
  [44, 'Half Time - 2HT'],
  [45, 'Double Chance HT - 1X HT'],
  [46, 'Double Chance HT - 12 HT'],
  [47, 'Double Chance HT - X2 HT'],
  [48, 'GG/NG HT - GG HT'],
  [49, 'GG/NG HT - NG HT'],
  [50, 'Away to Score - Yes'],
  [51, 'Away to Score - No'],
];

describe('the catalogue', () => {
  test('holds 51 options, each with its own number and name for good', () => {
    expect(catalogue.map((option) => [option.oddsId, oddNameOf(option)])).toEqual(numbered);
    expect(new Set(catalogue.map(oddNameOf)).size).toBe(51);
  });

  test('has 19 groups, whose options are the catalogue in the same order', () => {
    expect(oddsGroups).toHaveLength(19);
    expect(oddsGroups.flatMap(({ options }) => options)).toEqual(catalogue);
  });

  test('puts the groups everybody uses in the main section and the rest in the others', () => {
    const main = oddsGroups.filter(({ section }) => section === 'main');

    expect(main.map(({ group }) => group)).toEqual([
      '1X2',
      'Double Chance',
      'O/U 0.5',
      'O/U 1.5',
      'O/U 2.5',
      'O/U 3.5',
      'O/U 4.5',
      'O/U 5.5',
      'O/U 6.5',
      'GG/NG',
    ]);
  });

  test('gives every option the group and the section it is listed under', () => {
    for (const { group, section, options } of oddsGroups) {
      for (const option of options) {
        expect(option).toMatchObject({ oddsGroup: group, section });
      }
    }
  });

  test('has no group whose name could be mistaken for a group and an option', () => {
    expect(oddsGroups.filter(({ group }) => group.includes(' - '))).toEqual([]);
  });
});

describe('an option', () => {
  test('is found again by its name and by its number', () => {
    for (const option of catalogue) {
      expect(optionNamed(oddNameOf(option))).toBe(option);
      expect(optionWithId(option.oddsId)).toBe(option);
    }
  });

  test.each([
    { typed: '  O/U 2.5 - Over ', because: 'white space around it says nothing' },
    { typed: 'O/U  2.5 -\tOver', because: 'nor does how much of it there is' },
  ])('is found as "$typed", for $because', ({ typed }) => {
    expect(optionNamed(typed)?.oddsId).toBe(11);
  });

  test.each([
    { typed: '', because: 'nothing names nothing' },
    { typed: 'Over', because: 'seven groups have one' },
    { typed: 'o/u 2.5 - over', because: 'names are exact' },
    { typed: 'O/U 7.5 - Over', because: 'there is no such line' },
    { typed: 'HT/FT - 1/1', because: 'the group is spelt HF/FT' },
    { typed: 'O/U 2.5-Over', because: 'the hyphen stands between spaces' },
  ])('is not found as "$typed", for $because', ({ typed }) => {
    expect(optionNamed(typed)).toBeUndefined();
  });

  test.each([0, 52, -1, 1.5, NaN])('has not the number %d', (oddsId) => {
    expect(optionWithId(oddsId)).toBeUndefined();
  });
});
