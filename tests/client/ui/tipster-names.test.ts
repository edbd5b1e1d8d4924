import { describe, expect, test } from 'vitest';
import { loadWords } from '#client/data/language.ts';
import { fullName, tipsterNameOf } from '#client/ui/tipster.tsx';

await loadWords('en', async () => ({ messages: {} }));

describe('somebody who has deleted their account', () => {
  test.each([
    { as: 'the server says it', given: { firstName: '', lastName: '', former: true } },
    { as: 'an older row says it', given: { firstName: 'Former', lastName: 'member' } },
  ])('has no name, and it says so, as $as', ({ given }) => {
    expect(fullName(given)).toBe('Former member');
  });

  test.each([
    { as: 'the server says it', given: { tipsterName: '', former: true } },
    { as: 'an older row says it', given: { tipsterName: 'Former member' } },
  ])('has none on a tip either, as $as', ({ given }) => {
    expect(tipsterNameOf(given)).toBe('Former member');
  });
});

describe('anybody else', () => {
  test.each([
    ['Ada', 'Obi'],
    ['Former', 'Obi'],
    ['A', 'member'],
    ['', 'Former member'],
  ])('goes by their own name: %s %s', (firstName, lastName) => {
    const named = fullName({ firstName, lastName, former: false });

    expect(named).toBe([firstName, lastName].filter(Boolean).join(' '));
  });

  test('is a tipster where a backend tells no name', () => {
    expect(fullName({ firstName: '', lastName: '', former: false })).toBe('Tipster');
  });

  test.each([
    { why: 'goes by their own name', told: 'Ada Obi', name: 'Ada Obi' },
    { why: 'is a tipster where a backend tells none', told: '', name: 'Tipster' },
  ])('$why on a tip', ({ told, name }) => {
    expect(tipsterNameOf({ tipsterName: told })).toBe(name);
  });
});
