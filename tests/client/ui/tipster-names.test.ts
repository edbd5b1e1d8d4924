import { describe, expect, test } from 'vitest';
import { loadMessages } from '#client/data/language.ts';
import { fullName, tipsterNameOf } from '#client/ui/member/tipster.tsx';

await loadMessages('en', async () => ({ messages: {} }));

describe('somebody who has deleted their account', () => {
  test('has no name, and it says so', () => {
    expect(fullName({ firstName: '', lastName: '', former: true })).toBe('Former member');
  });

  test('has none on a tip either', () => {
    expect(tipsterNameOf({ tipsterName: '', former: true })).toBe('Former member');
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
    { why: 'goes by their own name', tipsterName: 'Ada Obi', name: 'Ada Obi' },
    { why: 'is a tipster where a backend tells none', tipsterName: '', name: 'Tipster' },
  ])('$why on a tip', ({ tipsterName, name }) => {
    expect(tipsterNameOf({ tipsterName })).toBe(name);
  });
});
