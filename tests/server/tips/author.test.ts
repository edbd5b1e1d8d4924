import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { Profile, Tipster } from '#contract/members.ts';
import { pull } from '#contract/sync.ts';
import { type Author, Tip } from '#contract/tips.ts';

import { day } from '../../testing/clock/clock.ts';
import { aSettledTip } from '../../testing/tips/confirmed-tips.ts';
import { aPicture, fileOf, profileParts, sendForm } from '../../testing/tips/pictures.ts';
import { aCommunity, type Community, tipsOf } from '../../testing/tips/tips.ts';

/** Seven settled tips, the first lost and the last void: five with a price at kick-off. */
async function settlesSeven({ api, tipster, clock }: Community): Promise<void> {
  const tips = [
    { outcome: 'lost' as const },
    { totalOdds: '3.00' },
    { totalOdds: '2.00', recordOdds: '0' },
    { totalOdds: '1.50' },
    { outcome: 'lost' as const },
    { totalOdds: '2.00' },
    { outcome: 'void' as const },
  ];
  for (const [index, tip] of tips.entries()) {
    const lastKickOff = new Date(clock().getTime() - (20 - index) * day);
    await aSettledTip(api, tipster.id, { ...tip, lastKickOff });
  }
}

// Profits of 2.00, 0.50 and 1.00, two lost: 1.50 units from five priced tips, four of six won.
const line: Author = {
  picture: null,
  settled: 6,
  priced: 5,
  yield: 0.3,
  hitRate: 0.666667,
  form: ['won', 'won', 'lost', 'won', 'void'],
};

describe('the author of a tip', () => {
  test('is shown with a summary in the feed, on the tip and in the list of tipsters', async () => {
    const community = await aCommunity();
    const { api, aTip } = community;
    await settlesSeven(community);
    const { id } = await aTip();

    const [newest] = tipsOf(await api.get('/api/feed'));
    const opened = z.parse(Tip, (await api.get(`/api/tips/${id}`)).body);
    const [tipster] = z.parse(z.array(Tipster), (await api.get('/api/tipsters')).body);

    expect(newest?.author).toEqual(line);
    expect(opened.author).toEqual(line);
    expect(tipster?.tips[0]?.author).toEqual(line);
  });

  test('has no rates before the first settled tip', async () => {
    const { api, aTip } = await aCommunity();
    await aTip();

    const [tip] = tipsOf(await api.get('/api/feed'));

    expect(tip?.author).toEqual({ picture: null, settled: 0, form: [] });
  });

  test('is returned to its owner by every pull', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    await settlesSeven(community);
    const first = z.parse(pull.reply, (await api.get('/api/sync', tipster)).body);
    const later = await api.get(`/api/sync?since=${first.cursor}`, tipster);

    expect(z.parse(pull.reply, later.body)).toMatchObject({ tips: [], author: line });
  });

  test('shows a new picture at once', async () => {
    const community = await aCommunity();
    const { api, tipster, aTip } = community;
    await aTip();
    const before = await api.get('/api/feed');
    const headers = { 'if-none-match': String(before.headers['etag']) };

    const saved = await sendForm(api, tipster, [...profileParts, fileOf(await aPicture())]);
    const { picture } = z.parse(Profile, saved.body);

    const after = await api.get('/api/feed', { headers });
    expect(picture).toMatch(/^\/pictures\//);
    expect(tipsOf(after)[0]?.author?.picture).toBe(picture);
  });
});
