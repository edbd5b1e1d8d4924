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
  test('contains 51 options, each with a permanent number and name', () => {
    expect(bettingOptions.map((option) => [option.oddsId, oddNameOf(option)])).toEqual(numbered);
    expect(new Set(bettingOptions.map(oddNameOf)).size).toBe(51);
  });

  test('has 19 groups, which contain all options in the order of the catalogue', () => {
    expect(oddsGroups).toHaveLength(19);
    expect(oddsGroups.flatMap(({ options }) => options)).toEqual(bettingOptions);
  });

  test('has the common groups in the main section, and the rest in the others', () => {
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

  test('has for every option the group and the section in which it is listed', () => {
    for (const { group, section, options } of oddsGroups) {
      for (const option of options) {
        expect(option).toMatchObject({ oddsGroup: group, section });
      }
    }
  });

  test('has no group whose name looks like a group and an option', () => {
    expect(oddsGroups.filter(({ group }) => group.includes(' - '))).toEqual([]);
  });
});

describe('an option', () => {
  test('is found by its name and by its number', () => {
    for (const option of bettingOptions) {
      expect(findOptionByName(oddNameOf(option))).toBe(option);
      expect(findOptionById(option.oddsId)).toBe(option);
    }
  });

  test.each([
    { typed: '  O/U 2.5 - Over ', because: 'outer white space is ignored' },
    { typed: 'O/U  2.5 -\tOver', because: 'the amount of white space is ignored' },
  ])('is found as "$typed", because $because', ({ typed }) => {
    expect(findOptionByName(typed)?.oddsId).toBe(11);
  });

  test.each([
    { typed: '', because: 'an empty text is not a name' },
    { typed: 'Over', because: 'seven groups have an option of that name' },
    { typed: 'o/u 2.5 - over', because: 'names are case-sensitive' },
    { typed: 'O/U 7.5 - Over', because: 'there is no such line' },
    { typed: 'HT/FT - 1/1', because: 'the group is spelt HF/FT' },
    { typed: 'O/U 2.5-Over', because: 'spaces are on both sides of the hyphen' },
  ])('is not found as "$typed", because $because', ({ typed }) => {
    expect(findOptionByName(typed)).toBeUndefined();
  });

  test.each([0, 52, -1, 1.5, NaN])('does not exist with the number %d', (oddsId) => {
    expect(findOptionById(oddsId)).toBeUndefined();
  });
});
