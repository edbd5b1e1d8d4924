import { describe, expect, test } from 'vitest';
import { addSelection, checkSlip, removeSelection, slipLimit } from '#domain/slip.ts';
import { kickOff, minutes, selection, slipOf } from './samples.ts';

const before = minutes(-60);

describe('a slip', () => {
  test('stores selections in the order in which they are picked', () => {
    const first = selection({ fixtureId: 'arsenal-chelsea' });
    const second = selection({ fixtureId: 'leeds-everton' });

    const one = addSelection([], first, before);
    const two = addSelection([first], second, before);

    expect(one).toEqual({ allowed: true, value: [first] });
    expect(two).toEqual({ allowed: true, value: [first, second] });
  });

  test('contains one option per fixture', () => {
    const slip = [selection({ oddsId: 1 })];

    const checked = addSelection(slip, selection({ oddsId: 11 }), before);

    expect(checked).toEqual({ allowed: false, problem: 'already-selected' });
    expect(slip).toHaveLength(1);
  });

  test('accepts two games of the same sides on different days', () => {
    const slip = [selection({ fixtureId: 'arsenal-chelsea-august' })];

    const checked = addSelection(slip, selection({ fixtureId: 'arsenal-chelsea-may' }), before);

    expect(checked.allowed).toBe(true);
  });

  test('is full with thirty games', () => {
    expect(slipLimit).toBe(30);
    expect(addSelection(slipOf(29), selection(), before).allowed).toBe(true);
    expect(addSelection(slipOf(30), selection(), before)).toEqual({
      allowed: false,
      problem: 'slip-is-full',
    });
  });

  test('reports that it contains a game already, even if it is full', () => {
    expect(addSelection(slipOf(30), selection({ fixtureId: 'fixture-7' }), before)).toEqual({
      allowed: false,
      problem: 'already-selected',
    });
  });

  test.each([
    { when: 'at kick-off', now: kickOff },
    { when: 'after kick-off', now: minutes(1) },
  ])('accepts no game $when', ({ now }) => {
    expect(addSelection([], selection(), now)).toEqual({
      allowed: false,
      problem: 'fixture-started',
    });
  });

  test('loses a removed game, and keeps the order of the others', () => {
    const slip = slipOf(3);

    expect(removeSelection(slip, 'fixture-1').map(({ fixtureId }) => fixtureId)).toEqual([
      'fixture-0',
      'fixture-2',
    ]);
    expect(slip).toHaveLength(3);
  });

  test('is unchanged if a game that it does not contain is removed', () => {
    expect(removeSelection(slipOf(2), 'leeds-everton')).toEqual(slipOf(2));
  });

  test('accepts a game again after it was removed', () => {
    const emptied = removeSelection([selection({ oddsId: 1 })], 'arsenal-chelsea');

    expect(addSelection(emptied, selection({ oddsId: 2 }), before)).toMatchObject({
      allowed: true,
      value: [{ oddsId: 2 }],
    });
  });
});

describe('posting a slip', () => {
  test.each([1, 2, 30])('is allowed with %d games', (games) => {
    expect(checkSlip(slipOf(games))).toEqual({ allowed: true, value: slipOf(games) });
  });

  test.each([
    { what: 'without a game', slip: slipOf(0), problem: 'slip-is-empty' },
    { what: 'with 31 games', slip: slipOf(31), problem: 'slip-is-full' },
    {
      what: 'with the same game twice',
      slip: [...slipOf(2), selection({ fixtureId: 'fixture-0' })],
      problem: 'already-selected',
    },
  ])('is refused $what: $refusal', ({ slip, problem }) => {
    expect(checkSlip(slip)).toEqual({ allowed: false, problem });
  });
});
