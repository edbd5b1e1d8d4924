import { expect, test } from 'vitest';
import { readCookies } from '#worker/cookies.ts';

test('a worker reads the cookies of the site in the format of a page', async () => {
  const cookies = [
    { name: 'a', value: '1' },
    { name: 'XSRF-TOKEN', value: 'a%20b' },
  ];

  expect(await readCookies({ getAll: async () => cookies })).toBe('a=1; XSRF-TOKEN=a%20b');
});

test('a browser without a cookie store has no cookies for the worker', async () => {
  expect(await readCookies(undefined)).toBe('');
});
