import { describe, expect, test } from 'vitest';
import { parseWorkerCommand } from '#worker/messages.ts';

const origin = 'https://touchline.example';

function message(data: unknown, from = origin) {
  return parseWorkerCommand({ data, origin: from, source: new MessageChannel().port1 }, origin);
}

describe('a message to the worker', () => {
  test.each([[{ type: 'SKIP_WAITING' }], [{ type: 'FETCH_CATALOGUES' }]])(
    'is accepted in its exact shape: %o',
    (data) => {
      expect(message(data)).toEqual(data);
    },
  );

  test.each([
    [undefined],
    [null],
    ['SKIP_WAITING'],
    [{ type: 'skip_waiting' }],
    [{ type: 'SKIP_WAITING', more: 1 }],
    [{ type: 'FETCH_CATALOGUE' }],
    [{ type: 'FETCH_CATALOGUES', language: '../../api' }],
    [{ type: ['FETCH_CATALOGUES'] }],
  ])('is ignored in any other shape: %o', (data) => {
    expect(message(data)).toBeUndefined();
  });

  test('is ignored from another origin', () => {
    expect(message({ type: 'SKIP_WAITING' }, 'https://elsewhere.example')).toBeUndefined();
  });

  test('is ignored without a sender', () => {
    const event = { data: { type: 'SKIP_WAITING' }, origin, source: null };

    expect(parseWorkerCommand(event, origin)).toBeUndefined();
  });
});
