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
    { part: 'Luís', name: 'LUIS MARQUES', found: true, because: 'accents do not count' },
    { part: 'okafour', name: 'Amara Okafor', found: false, because: 'every letter counts' },
    { part: 'x', name: '', found: false, because: 'an empty name has no part' },
  ])('"$part" in "$name": $found, for $because', ({ part, name, found }) => {
    expect(partOfNames(part)(name)).toBe(found);
  });
});
