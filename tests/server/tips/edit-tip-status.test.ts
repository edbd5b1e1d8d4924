import { describe, expect, test } from 'vitest';

import type { Tip } from '#contract/tips.ts';

import { hour } from '../../testing/clock/clock.ts';
import { aCommunity, aTip, edits, problemOf, tipOf } from '../../testing/tips/tips.ts';

describe('a client that knows only the status of a game', () => {
  const leg = (tip: Tip, index: number) => {
    const { game, group, oddName, odd, startDateOfGame, status } = tip.options[index] ?? {};
    return { game, group, oddName, odd, startDateOfGame, status };
  };

  test.each([
    { from: 'pending', says: true, is: 'won' },
    { from: 'pending', says: false, is: 'pending' },
    { from: 'pending', says: undefined, is: 'pending' },
    { from: 'won', says: true, is: 'won' },
    { from: 'won', says: false, is: 'won' },
    { from: 'lost', says: true, is: 'won' },
    { from: 'lost', says: false, is: 'lost' },
    { from: 'void', says: false, is: 'void' },
  ])('makes a $from leg $is by sending $says', async ({ from, says, is }) => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    community.clock.passes(4 * hour);
    if (from !== 'pending') {
      await edits(community, tip, [{ fixtureId: games[0].id, result: from, reason: 'Seen.' }]);
    }

    const answer = await community.api.put(`/api/tips/${tip.id}`, {
      token: community.administrator.token,
      body: {
        options: [{ ...leg(tip, 0), status: says }, leg(tip, 1)],
        stake: 0,
        priceSold: 0,
      },
    });

    expect(tipOf(answer).options.map(({ result }) => result)).toEqual([is, 'pending']);
  });

  test('can send the old result beside the new status', async () => {
    const community = await aCommunity();
    const { tip } = await aTip(community);
    const [first, second] = tip.options;
    community.clock.passes(4 * hour);

    const answer = await edits(community, tip, [{ ...first, status: true }, { ...second }]);

    expect(tipOf(answer).options[0]?.result).toBe('won');
  });

  test('can send a form with the options as text', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    community.clock.passes(4 * hour);
    const form = aForm({
      options: JSON.stringify([{ game: games[1].game, odd: 3, status: true, reason: 'Late.' }]),
      stake: '0',
      priceSold: '0',
    });

    const answer = await community.api.put(`/api/tips/${tip.id}`, {
      token: community.administrator.token,
      ...form,
    });

    expect(tipOf(answer).options[1]).toMatchObject({ odd: 3, result: 'won' });
  });

  test.each([
    { sends: 'options that are not JSON', fields: { options: '[{' }, problem: '400 invalid-json' },
    { sends: 'no options', fields: { stake: '0' }, problem: '400 invalid-input' },
    {
      sends: 'an unknown field',
      fields: { options: '[{"odd":2}]', owner: 'me' },
      problem: '400 invalid-input',
    },
  ])('gets a refusal for a form with $sends', async ({ fields, problem }) => {
    const community = await aCommunity();
    const { tip } = await aTip(community);

    const answer = await community.api.put(`/api/tips/${tip.id}`, {
      token: community.administrator.token,
      ...aForm(fields),
    });

    expect(problemOf(answer)).toBe(problem);
  });

  test.each([
    {
      form: 'is incomplete',
      body: '--cut\r\ncontent-disposition: form-data; name="options"\r\n\r\n[]',
    },
    { form: 'contains no part', body: 'nothing' },
    { form: 'names no boundary', body: '', type: 'multipart/form-data' },
  ])(
    'gets a refusal for a form that $form',
    async ({ body, type = aForm({}).headers['content-type'] }) => {
      const community = await aCommunity();
      const { tip } = await aTip(community);

      const answer = await community.api.put(`/api/tips/${tip.id}`, {
        token: community.administrator.token,
        headers: { 'content-type': type },
        body,
      });

      expect(problemOf(answer)).toBe('400 invalid-input');
    },
  );

  function aForm(fields: Record<string, string>) {
    const parts = Object.entries(fields).map(
      ([name, text]) =>
        `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    );
    return {
      headers: { 'content-type': 'multipart/form-data; boundary=cut' },
      body: `${parts.join('')}--cut--\r\n`,
    };
  }
});
