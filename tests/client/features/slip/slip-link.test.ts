import { describe, expect, test } from 'vitest';
import { hasSlipHash, parseSlipHash, createSlipPath } from '#client/features/slip/slip-link.ts';

const hashOf = (path: string) => path.slice(path.indexOf('#') + 1);

describe('a slip in a link', () => {
  test('is parsed to the same slip, whatever characters the fixture ids contain', () => {
    const slip = [
      { fixtureId: 'a1b2', oddsId: 1 },
      { fixtureId: 'd.e~f/é', oddsId: 51 },
    ];

    const path = createSlipPath(slip);

    expect(new URL(path, 'https://tips.example').pathname).toBe('/tips/create');
    expect(hasSlipHash(hashOf(path))).toBe(true);
    expect(parseSlipHash(hashOf(path))).toEqual(slip);
  });

  test.each([
    { what: 'is empty', hash: 'slip=' },
    { what: 'was cut off', hash: 'slip=a1b2.1~c3' },
    { what: 'names an unknown option', hash: 'slip=a1b2.99' },
    { what: 'contains a game twice', hash: 'slip=a1b2.1~a1b2.2' },
    { what: 'is escaped in a wrong way', hash: 'slip=%E0%A4%A.1' },
    {
      what: 'contains more games than the maximum',
      hash: `slip=${Array.from({ length: 31 }, (_, game) => `g${game}.1`).join('~')}`,
    },
  ])('is ignored if it $what', ({ hash }) => {
    expect(parseSlipHash(hash)).toBeUndefined();
  });
});
