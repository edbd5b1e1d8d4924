import { describe, expect, test } from 'vitest';
import { partOfNames } from '#client/data/tips/public-tip-queries.ts';

describe('a part of a name', () => {
  test.each([
    { part: '', name: 'Amara Okafor', found: true, because: 'nothing is part of every name' },
    { part: 'amara', name: 'Amara Okafor', found: true, because: 'case does not count' },
    { part: 'ra ok', name: 'Amara Okafor', found: true, because: 'it may reach over a space' },
    {
      part: '  okafor ',
      name: 'Amara Okafor',
      found: true,
      because: 'spaces around it do not count',
    },
    { part: 'luis', name: 'Luís Marques', found: true, because: 'accents do not count' },
    { part: 'Luís', name: 'LUIS MARQUES', found: true, because: 'nor those that were typed' },
    { part: 'muller', name: 'Thomas Mu\u0308ller', found: true, because: 'nor loose ones' },
    { part: 'strasse', name: 'Anna Straße', found: true, because: 'one letter may stand for two' },
    { part: 'orsted', name: 'Søren Ørsted', found: true, because: 'a stroke is an accent' },
    { part: 'محمد', name: 'محمد صلاح', found: true, because: 'every script can be searched' },
    { part: 'حَسَن', name: 'حسن علي', found: true, because: 'vowel signs are optional' },
    { part: '山田', name: '山田 太郎', found: true, because: 'every script can be searched' },
    {
      part: 'amara  okafor',
      name: 'Amara\u00a0Okafor',
      found: true,
      because: 'a space is a space',
    },
    {
      part: 'amara',
      name: '\u200f\u202eAmara',
      found: true,
      because: 'marks that turn a line are no letters',
    },
    { part: 'fin', name: 'Ada Ｆｉｎ', found: true, because: 'a wide letter is that letter' },
    {
      part: 'isik',
      name: 'Işık',
      found: true,
      because: 'not every keyboard has an i without a dot',
    },
    {
      part: 'gros',
      name: 'Groß',
      found: true,
      because: 'ß is two letters, the first of them an s',
    },
    { part: 'okafour', name: 'Amara Okafor', found: false, because: 'every letter counts' },
    { part: 'x', name: '', found: false, because: 'an empty name has no part' },
  ])('"$part" in "$name": $found, for $because', ({ part, name, found }) => {
    expect(partOfNames(part)(name)).toBe(found);
  });
});
