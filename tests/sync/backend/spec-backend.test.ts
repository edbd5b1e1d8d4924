import { describe, expect, test } from 'vitest';
import { specBackend, toSpecLeg } from '#sync/backend/spec-backend.ts';
import { leg, row, tipPayload } from '../../testing/engine/samples.ts';

describe('a problem of a spec-only backend', () => {
  test.each<{ body: unknown; words: string[] }>([
    { body: { error: { message: 'Taken' } }, words: ['Taken'] },
    { body: { message: 'Taken' }, words: ['Taken'] },
    { body: { error: 'Taken' }, words: ['Taken'] },
    { body: { error: ['Taken', 'x'] }, words: ['Taken', 'x'] },
    { body: ['Taken'], words: ['Taken'] },
    { body: 'Taken', words: ['Taken'] },
    { body: { email: ['Taken'], state: ['Too long', 'x'] }, words: ['Taken', 'Too long', 'x'] },
    { body: { message: ['Taken'], title: ['Too long'] }, words: ['Taken', 'Too long'] },
    { body: { errors: { email: ['Taken'], state: ['x'] } }, words: ['Taken', 'x'] },
    { body: { errors: { title: 'Taken', message: ['x'] } }, words: ['Taken', 'x'] },
    { body: { error: { email: ['Taken'], state: ['x'] } }, words: ['Taken', 'x'] },
    { body: [{ msg: 'Taken', param: 'email' }, { msg: 'x' }], words: ['Taken', 'x'] },
    { body: { message: 'Taken', errors: { state: ['x'] } }, words: ['Taken', 'x'] },
  ])('has all sentences of $body', ({ body, words }) => {
    expect(specBackend.parseProblem(400, body)).toEqual({
      code: 'invalid-input',
      message: words[0],
      status: 400,
      words,
    });
  });

  test('may have no sentence', () => {
    expect(specBackend.parseProblem(409, { error: [] })).toEqual({
      code: 'refused',
      message: '',
      status: 409,
    });
  });
});

test('a leg is sent with the fields that the spec names, whatever else it has', () => {
  const withNote = { ...leg(), note: 'They never lose at home.' };

  expect(Object.keys(toSpecLeg(withNote)).toSorted()).toEqual([
    'game',
    'group',
    'odd',
    'oddName',
    'startDateOfGame',
    'status',
  ]);
});

describe('the id of a created tip', () => {
  const sent = tipPayload();
  const post = row({ kind: 'tip.post', id: sent.id, payload: sent });
  const created = { _id: '65', options: sent.options };
  const [option] = sent.options;
  const withOption = (values: object) => ({ ...created, options: [{ ...option, ...values }] });

  test.each([
    { shape: 'the tip', reply: created },
    { shape: 'the tip in `data`', reply: { success: true, data: created } },
    { shape: 'the tip in `tip`', reply: { message: 'Created', tip: created } },
    { shape: 'the tip with a number as `id`', reply: { id: 65, options: sent.options } },
  ])('is in a response with $shape', ({ reply }) => {
    expect(specBackend.createdId(reply, post)).toBe('65');
  });

  test.each([
    { shape: 'nothing', reply: undefined },
    { shape: 'a message', reply: { message: 'Created' } },
    { shape: 'a word', reply: 'success' },
    { shape: 'a number', reply: 1 },
    { shape: 'an id alone', reply: { id: '65' } },
    { shape: 'an id in a field', reply: { data: '65' } },
    { shape: 'a list', reply: [created] },
    { shape: 'a list in a field', reply: { data: [created] } },
    { shape: 'another option', reply: withOption({ oddName: '1X2 - X' }) },
    {
      shape: 'an earlier meeting',
      reply: withOption({ startDateOfGame: '2025-03-02T15:00:00.000Z' }),
    },
    { shape: 'no times', reply: withOption({ startDateOfGame: '' }) },
  ])('is unknown after a response with $shape', ({ reply }) => {
    expect(specBackend.createdId(reply, post)).toBeUndefined();
  });
});
