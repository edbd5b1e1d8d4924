import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { isUnanswered } from '#sync/backend/first-question.ts';

import { databases } from './support/a-device.ts';

async function aStoreOf(apiBaseUrl: string | undefined) {
  const { publicStore } = databases();
  const configuration = { name: 'configuration', value: { apiBaseUrl }, fetchedAt: 0 };
  if (apiBaseUrl !== undefined) await publicStore.documents.put(configuration);
  return publicStore;
}

const origin = 'https://touchline.example';

test.each([
  { base: '', asks: 'https://touchline.example/api/ping' },
  { base: 'https://api.example', asks: 'https://api.example/api/ping' },
])('the first question goes to $asks', async ({ base, asks }) => {
  const asked: unknown[] = [];
  const fetch = async (address: unknown) => {
    asked.push(address);
    return new Response('', { status: 404 });
  };

  expect(await isUnanswered({ store: await aStoreOf(base), fetch, origin })).toBe(false);

  expect(asked).toEqual([asks]);
});

test('a question that nobody answers is told', async () => {
  const fetch = async () => Promise.reject(new TypeError('no connection'));

  expect(await isUnanswered({ store: await aStoreOf(''), fetch, origin })).toBe(true);
});

test('a device that knows no backend asks nobody', async () => {
  const fetch = async () => Promise.reject(new Error('It was asked.'));

  expect(await isUnanswered({ store: await aStoreOf(undefined), fetch, origin })).toBe(false);
});
