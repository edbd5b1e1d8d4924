import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { buildPath } from '#sync/backend/api.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';
import {
  type OperationKind,
  operationsByKind,
  parseOperation,
  type PayloadOf,
} from '#sync/operations/registry.ts';
import { createStableId } from '#sync/stable-id.ts';
import { recordedRows } from '../../testing/engine/recorded-rows.ts';
import {
  leg,
  memberId,
  profile,
  row,
  tipId,
  tipPayload,
  tipsterId,
} from '../../testing/engine/samples.ts';

function parsed(stored: Parameters<typeof parseOperation>[0]) {
  const result = parseOperation(stored);
  if (typeof result !== 'object') throw new Error(`It is ${result}.`);
  return result;
}

describe('a row that an earlier build has queued', () => {
  test.each(recordedRows)('still has the same request: $row.kind', (stored) => {
    const { operation, payload } = parsed(stored.row);

    const { route, params, query, body, file } = operation.request(payload);

    const sent = { method: route.method, path: buildPath(route, params, query), body };
    expect({ ...sent, file: file && { field: file.field, type: file.type } }).toEqual({
      body: undefined,
      file: undefined,
      ...stored.sends,
    });
    const parts = [
      { schema: route.body, value: body },
      { schema: route.params, value: params },
      { schema: route.query, value: query },
    ];
    const refused = parts.filter(
      ({ schema, value }) => schema && !file && !z.safeParse(schema, value).success,
    );
    expect(refused).toEqual([]);
  });

  test('is recorded for every kind', () => {
    const kinds = recordedRows.map(({ row: { kind } }) => kind);

    expect(new Set(kinds)).toEqual(new Set(Object.keys(operationsByKind)));
  });

  test.each([
    { what: 'of a kind of a newer build', stored: { kind: 'tip.duplicate' }, is: 'needs-update' },
    { what: 'of a newer version', stored: { v: 2 }, is: 'needs-update' },
    { what: 'without its payload', stored: { payload: { of: 'else' } }, is: 'unreadable' },
  ])('is $is if it is $what', ({ stored, is }) => {
    expect(parseOperation(row(stored))).toBe(is);
  });
});

const { email, firstName, lastName, country, phoneNumber, state, address } = profile();
const fields = { firstName, lastName, country, phoneNumber, state, address };
const form = { id: memberId, email, ...fields };
const named = { fixtureId: 'fixture-2', game: 'Leeds Vs Hull' };
const legs = [leg(), leg({ ...named, odd: 0 })];
const tip = tipPayload({ analysis: 'Home form', copiedFrom: tipId });

function bodyOf<Kind extends OperationKind>(kind: Kind, payload: PayloadOf<Kind>): unknown {
  return operationsByKind[kind].request(payload).body;
}

describe('a request to a Touchline server', () => {
  test('contains the selections of a slip, without values that are only for the screen', () => {
    const options = tip.options.map((option) => ({ ...option, estimatedOdd: 1.5 }));

    expect(bodyOf('tip.post', { ...tip, options })).toMatchObject({
      options: [
        {
          fixtureId: 'fixture-1',
          game: 'Arsenal Vs Chelsea',
          group: '1X2',
          oddName: '1X2 - 1',
          odd: 2.5,
          startDateOfGame: '2026-03-02T15:00:00.000Z',
          status: false,
        },
      ],
      analysis: 'Home form',
      ifStarted: 'refuse',
      copiedFrom: tipId,
    });
    expect(JSON.stringify(bodyOf('tip.post', { ...tip, options }))).not.toContain('estimatedOdd');
  });

  test('names a game by its text if no server has given it an id', () => {
    const fixtureId = createStableId('soccer_epl', 'Arsenal', 'Chelsea');
    const options = tip.options.map((option) => ({ ...option, fixtureId }));

    expect(JSON.stringify(bodyOf('tip.post', { ...tip, options }))).not.toContain(fixtureId);
  });

  test('contains no generated reason, because the server generates it', () => {
    const fact = { code: 'ended', fullTime: { home: 2, away: 1 } } as const;
    const change = { ...named, result: 'won' as const, fact };

    expect(bodyOf('leg.settle', { tipId, legs, change })).toMatchObject({
      options: [{ ...named, result: 'won' }],
    });
    expect(JSON.stringify(bodyOf('leg.settle', { tipId, legs, change }))).not.toContain('fact');
  });

  test('names an undone action, without its decisions', () => {
    const undone = { oddsId: 1, result: 'pending', act: tipId } as const;
    const took = { result: 'won', since: '2026-03-07T11:54:00.000Z' } as const;
    const payload = { ...named, version: 3, results: [{ ...undone, took }] };

    expect(bodyOf('fixture.settle', payload)).toEqual({ version: 3, results: [undone] });
  });

  test('contains whether a member stays in the list of tipsters', () => {
    expect(bodyOf('profile.save', { ...form, isTipster: false })).toEqual({
      ...fields,
      isTipster: false,
    });
  });

  test('contains an unfollow', () => {
    const { query } = operationsByKind['follow.set'].request({ tipsterId, following: false });

    expect(query).toEqual({ Id: tipsterId, isFollow: 'false' });
  });
});

describe('a request to a spec-only backend', () => {
  /** The request for a tip that has another id at the backend. */
  function sent<Kind extends OperationKind>(kind: Kind, payload: PayloadOf<Kind>) {
    return specBackend.request(row({ kind, payload }), '64b0c0ffee');
  }

  test('contains all legs of a tip under its id there, because it replaces the list', () => {
    expect(sent('odds.set', { tipId, legs, changes: [{ ...named, odd: 1.8 }] })).toMatchObject({
      params: { id: '64b0c0ffee' },
      body: {
        options: [
          { game: 'Arsenal Vs Chelsea', odd: 2.5, status: false },
          { game: 'Leeds Vs Hull', odd: 1.8, status: false },
        ],
      },
    });
    expect(sent('tip.withdraw', { tipId })).toMatchObject({ params: { id: '64b0c0ffee' } });
  });

  test.each([
    { result: 'won' as const, status: true },
    { result: 'lost' as const, status: false },
    { result: 'void' as const, status: false },
  ])('has the status $status for $result', ({ result, status }) => {
    expect(sent('leg.settle', { tipId, legs, change: { ...named, result } })).toMatchObject({
      body: { options: [{}, { game: 'Leeds Vs Hull', status }] },
    });
  });

  test('contains only the fields of the spec', () => {
    const options = tip.options.map(({ fixtureId: _, ...option }) => ({
      ...option,
      status: false,
    }));

    expect(sent('tip.post', tip)?.body).toEqual({ options, stake: 0, priceSold: 0 });
    expect(sent('profile.save', { ...form, showPhone: true })?.body).toEqual({
      ...form,
      isTipster: true,
    });
  });
});
