import { describe, expect, test } from 'vitest';
import {
  bettingOptions,
  oddNameOf,
  oddsGroups,
  findOptionByName,
  findOptionById,
} from '#domain/catalogue.ts';
import { names } from './samples.ts';

// The option ids count from 1. Stored legs refer to these ids and names, so changing one would
// change every member's history.
const numbered = names(`
  1X2 - 1, 1X2 - X, 1X2 - 2, Double Chance - 1X, Double Chance - 12, Double Chance - X2,
  O/U 0.5 - Over, O/U 0.5 - Under, O/U 1.5 - Over, O/U 1.5 - Under, O/U 2.5 - Over,
  O/U 2.5 - Under, O/U 3.5 - Over, O/U 3.5 - Under, O/U 4.5 - Over, O/U 4.5 - Under,
  O/U 5.5 - Over, O/U 5.5 - Under, O/U 6.5 - Over, O/U 6.5 - Under, First Goal - 1,
  First Goal - 2, First Goal - No Goal, HF/FT - 1/1, HF/FT - 1/X, HF/FT - 1/2, HF/FT - X/1,
  HF/FT - X/X, HF/FT - X/2, HF/FT - 2/1, HF/FT - 2/X, HF/FT - 2/2, GG/NG - GG, GG/NG - NG,
  DNB - 1, DNB - 2, Highest Scoring Half - 1st, Highest Scoring Half - 2nd,
  Highest Scoring Half - Equal, Odd/Even - Odd, Odd/Even - Even, Half Time - 1HT,
  Half Time - XHT, Half Time - 2HT, Double Chance HT - 1X HT, Double Chance HT - 12 HT,
  Double Chance HT - X2 HT, GG/NG HT - GG HT, GG/NG HT - NG HT, Away to Score - Yes,
  Away to Score - No`).map((name, place) => [place + 1, name]);

describe('the catalogue', () => {
  test('holds 51 options, each with its own number and name for good', () => {
    expect(bettingOptions.map((option) => [option.oddsId, oddNameOf(option)])).toEqual(numbered);
    expect(new Set(bettingOptions.map(oddNameOf)).size).toBe(51);
  });

  test('has 19 groups, whose options are the catalogue in the same order', () => {
    expect(oddsGroups).toHaveLength(19);
    expect(oddsGroups.flatMap(({ options }) => options)).toEqual(bettingOptions);
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
    for (const option of bettingOptions) {
      expect(findOptionByName(oddNameOf(option))).toBe(option);
      expect(findOptionById(option.oddsId)).toBe(option);
    }
  });

  test.each([
    { typed: '  O/U 2.5 - Over ', because: 'white space around it says nothing' },
    { typed: 'O/U  2.5 -\tOver', because: 'nor does how much of it there is' },
  ])('is found as "$typed", for $because', ({ typed }) => {
    expect(findOptionByName(typed)?.oddsId).toBe(11);
  });

  test.each([
    { typed: '', because: 'nothing names nothing' },
    { typed: 'Over', because: 'seven groups have one' },
    { typed: 'o/u 2.5 - over', because: 'names are exact' },
    { typed: 'O/U 7.5 - Over', because: 'there is no such line' },
    { typed: 'HT/FT - 1/1', because: 'the group is spelt HF/FT' },
    { typed: 'O/U 2.5-Over', because: 'the hyphen stands between spaces' },
  ])('is not found as "$typed", for $because', ({ typed }) => {
    expect(findOptionByName(typed)).toBeUndefined();
  });

  test.each([0, 52, -1, 1.5, NaN])('has not the number %d', (oddsId) => {
    expect(findOptionById(oddsId)).toBeUndefined();
  });
});
