import { beforeEach, describe, expect, test } from 'vitest';
import { loadMessages } from '#client/data/language.ts';
import {
  createAcknowledgedMessage,
  createRefusedMessage,
} from '#client/features/outbox/operation-texts.tsx';
import { confirming, settling } from '../../../testing/engine/desk-samples.ts';
import { row } from '../../../testing/engine/samples.ts';

beforeEach(async () => {
  // The empty catalogue makes Lingui use the English texts in the code.
  await loadMessages('en', async () => ({ messages: {} }));
});

const tally = { changed: 0, unchanged: 0, left: 0, own: 0 };

describe('a settlement that the server has accepted', () => {
  const textsOf = (reply: Partial<typeof tally>) =>
    createAcknowledgedMessage(row(settling()), { ...tally, ...reply });

  test('is reported as done, also if another settlement was equal', () => {
    const done = { title: 'Game status has been set successfully' };

    expect(textsOf({ changed: 3 })).toEqual(done);
    expect(textsOf({ unchanged: 3 })).toEqual(done);
  });

  test('reports tickets that stay unchanged', () => {
    expect(textsOf({ changed: 1, left: 10 })).toMatchObject({
      text: '10 tickets were left as they are',
    });
  });

  test('reports that it changed nothing if it was too late', () => {
    expect(textsOf({})).toEqual({
      title: 'Nothing was decided',
      text: 'Nobody else has an open ticket on it any more.',
    });
  });
});

describe('undone decisions', () => {
  const undo = row(settling({ results: [{ oddsId: 1, result: 'pending' }] }));
  const textsOf = (reply: Partial<typeof tally>) =>
    createAcknowledgedMessage(undo, { ...tally, ...reply });

  test('are reported as undone', () => {
    expect(textsOf({ changed: 3 })).toEqual({ title: 'Decisions taken back' });
  });

  test.each([{ left: 3 }, { unchanged: 3 }, {}])('are not reported as undone: %o', (reply) => {
    expect(textsOf(reply)).toMatchObject({
      title: 'Nothing was taken back',
      text: expect.stringContaining('within ten minutes'),
    });
  });

  test('are reported as undone in part, with the reason for the others', () => {
    expect(textsOf({ changed: 1, left: 2 })).toMatchObject({
      title: 'Decisions taken back',
      text: expect.stringContaining('within ten minutes'),
    });
  });
});

describe('tickets that are confirmed together', () => {
  test.each([
    { confirmed: ['a'], title: 'Ticket has been successfully confirmed' },
    { confirmed: ['a', 'b'], title: '2 tickets have been successfully confirmed' },
  ])('are reported as confirmed: $title', ({ confirmed, title }) => {
    expect(createAcknowledgedMessage(row(confirming), { confirmed, left: [] })).toEqual({ title });
  });
});

describe('a decision on one game of a ticket', () => {
  const change = { fixtureId: 'fixture-1', game: 'Arsenal Vs Chelsea', result: 'void' as const };

  test.each([
    { how: {}, title: 'Game status has been set successfully' },
    { how: { declined: true }, title: 'Tip has been updated' },
  ])('is reported as "$title"', ({ how, title }) => {
    const payload = { tipId: 'tip-1', legs: [], change, ...how };

    expect(createAcknowledgedMessage(row({ kind: 'leg.settle', payload }), {})).toEqual({ title });
  });
});

describe('refused odds of a game', () => {
  test('are reported as not updated', () => {
    const { title } = createRefusedMessage(row({ kind: 'prices.set' }), 'because');

    expect(title).toBe('Error Updating Tip');
  });
});

describe('tickets that stay unchanged', () => {
  const left = (...codes: string[]) => codes.map((code, place) => ({ id: `${place}`, code }));

  test('are reported beside confirmed ones, with each reason once', () => {
    const reply = {
      confirmed: ['a'],
      left: left('legs-undecided', 'own-tip', 'legs-undecided'),
    };

    expect(createAcknowledgedMessage(row(confirming), reply)).toEqual({
      title: 'Ticket has been successfully confirmed',
      text:
        '3 tickets were left as they are · Not all of their games are decided. · ' +
        'Nobody prices or confirms their own ticket.',
    });
  });

  test('have the reason that an earlier result decided them', () => {
    expect(
      createAcknowledgedMessage(row(confirming), {
        confirmed: [],
        left: left('decided-otherwise'),
      }),
    ).toEqual({
      title: '1 ticket was left as it is',
      text: 'An earlier result decided it otherwise.',
    });
  });

  test('do not count as reopened', () => {
    const reopening = row({ ...confirming, kind: 'tips.reopen' });

    expect(
      createAcknowledgedMessage(reopening, { reopened: [], left: left('already-confirmed') }),
    ).toEqual({
      title: '1 ticket was left as it is',
      text: 'Confirmed by somebody else, or more than ten minutes ago.',
    });
  });
});
