import { expect, test } from 'vitest';

import { isCommonFor } from '#server/auth/passwords.ts';

const owner = { email: 'ada.obi@example.org', userName: 'Ada' };

test.each([
  '123123123',
  '12312312',
  '147147147',
  'abcabcabc',
  'abc123abc',
  'xyz1xyz1',
  'go1!go1!go1!',
  '246824682468',
  '11223344',
  'aabbccddee',
  'a1b2c3d4e5',
  '1qaz2wsx',
  '147258369',
  'qweasdzxc',
  'QWE123qwe123',
  'azertyuiop',
  'qwertzuiop',
  'йцукенгш',
  'абвгдежз',
  '١٢٣٤٥٦٧٨',
  '１２３１２３１２３',
  '!123123123!',
  'abcdefgh1',
  'zyxwvutsr1',
])('a password made of a short unit or of rows of keys is too common: %s', (password) => {
  expect(isCommonFor(password, owner)).toBe(true);
});

test.each([
  'seven wet goalkeepers',
  'terrace-song-42',
  'rhythmically',
  'Kx7#pQ2vLm',
  'defrostuvula',
  'nine damp flags',
  '48151623 42',
  'крутой вратарь',
])('a password of another kind is not: %s', (password) => {
  expect(isCommonFor(password, owner)).toBe(false);
});
