import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';

import { isCommonPassword } from '#server/auth/password-strength.ts';

const owner = { email: 'ada.obi@example.org', userName: 'Ada' };

const guessed = {
  'a word that many use':
    'P@ssw0rd touchline2025 Arsenal1! trustno1 letmein123 monkeymonkey Mushroom99! ada.obi77',
  'a short unit that is repeated':
    'aaaaaaaaaaaa 12341234 123123123 12312312 147147147 abcabcabc xyz1xyz1 go1!go1!go1! 246824682468 11223344 aabbccddee １２３１２３１２３ !123123123!',
  'rows of keys or letters':
    '12345678 987654321 qwertyuiop 1q2w3e4r a1b2c3d4e5 1qaz2wsx 147258369 qweasdzxc QWE123qwe123 azertyuiop qwertzuiop йцукенгш абвгдежз ١٢٣٤٥٦٧٨ abc123abc abcdefgh1 zyxwvutsr1',
};
const strong = [
  'seven wet goalkeepers',
  'terrace-song-42',
  'rhythmically',
  'Kx7#pQ2vLm',
  '#kx7pq2!',
  'defrostuvula',
  'nine damp flags',
  '48151623 42',
  'крутой вратарь',
  '?;#)!%(&_:',
];

test.each(Object.entries(guessed))('a password of %s is too common', (_, passwords) => {
  expect(passwords.split(' ').filter((password) => !isCommonPassword(password, owner))).toEqual([]);
});

test('an unusual password is accepted', () => {
  expect(strong.filter((password) => isCommonPassword(password, owner))).toEqual([]);
});

test('the most frequent passwords are all too common', () => {
  const frequent = dictionary['passwords-common'].filter(({ length }) => length >= 8);
  const sample = frequent.filter((_, at) => at % 50 === 0);

  expect(sample.length).toBeGreaterThan(300);
  expect(sample.filter((password) => !isCommonPassword(password, owner))).toEqual([]);
});
