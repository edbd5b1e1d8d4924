import { describe, expect, test } from 'vitest';

import { day, hour } from '../../testing/clock/clock.ts';
import { aCommunity } from '../../testing/tips/tips.ts';

async function statsOf({ api }: Awaited<ReturnType<typeof aCommunity>>) {
  return (await api.get('/api/stats')).body;
}

describe('the counts of tips', () => {
  test('are zero without tips', async () => {
    const community = await aCommunity();
    expect(await statsOf(community)).toEqual({ activeTips: 0, tipsByFixture: {} });
  });

  test('count every tip on a fixture, and active tips without a started game', async () => {
    const community = await aCommunity();
    const { clock, other } = community;
    const early = await community.aGame({ startsIn: hour });
    const late = await community.aGame({ startsIn: 5 * hour });
    await community.aTip({ games: [early, late] });
    await community.aTip({ games: [late], by: other });
    const onBoth = { [early.id]: 1, [late.id]: 2 };
    expect(await statsOf(community)).toEqual({ activeTips: 2, tipsByFixture: onBoth });

    clock.passes(2 * hour);

    expect(await statsOf(community)).toEqual({ activeTips: 1, tipsByFixture: onBoth });
  });

  test('leave out withdrawn tips', async () => {
    const community = await aCommunity();
    const { id } = await community.aTip();

    await community.api.delete(`/api/tips/${id}`, { token: community.tipster.token });

    expect(await statsOf(community)).toEqual({ activeTips: 0, tipsByFixture: {} });
  });

  test('leave out fixtures that screens do not show', async () => {
    const community = await aCommunity();
    const far = await community.aGame({ startsIn: 30 * day });
    await community.aTip({ games: [far] });
    expect(await statsOf(community)).toEqual({ activeTips: 1, tipsByFixture: {} });
  });
});
