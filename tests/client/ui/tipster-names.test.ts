import { describe, expect, test } from 'vitest';
import { loadMessages } from '#client/data/language.ts';
import { fullName, tipsterNameOf } from '#client/ui/member/tipster.tsx';

await loadMessages('en', async () => ({ messages: {} }));

describe('the name of a member', () => {
  test.each([
    { firstName: 'Ada', lastName: 'Obi', former: false, name: 'Ada Obi' },
    { firstName: '', lastName: 'Former member', former: false, name: 'Former member' },
    // Some backends send no names.
    { firstName: '', lastName: '', former: false, name: 'Tipster' },
    { firstName: '', lastName: '', former: true, name: 'Former member' },
  ])('is "$name" for "$firstName $lastName", former: $former', ({ name, ...named }) => {
    expect(fullName(named)).toBe(name);
    const tipsterName = `${named.firstName} ${named.lastName}`;
    expect(tipsterNameOf({ tipsterName, former: named.former })).toBe(name);
  });
});
