import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { members } from '#server/db/schema.ts';

import { theApi } from '../../testing/server/api.ts';
import { profile, save } from '../../testing/server/busy-server.ts';
import { aClock, day, minute } from '../../testing/clock/clock.ts';
import { aSettledTip } from '../../testing/tips/confirmed-tips.ts';
import { aMember } from '../../testing/people/members.ts';

describe('a tipster who leaves the list', () => {
  async function aListedTipster() {
    const clock = aClock();
    const one = await theApi({ clock });
    const tipster = await aMember(one);
    const saves = async (isTipster: boolean) =>
      one.put(save, { ...tipster, body: { ...profile, isTipster } });
    const isListed = async () =>
      JSON.stringify((await one.get('/api/tipsters')).body).includes(tipster.id);
    return { clock, one, tipster, saves, isListed };
  }

  test('cannot return for 30 days, although saving the profile succeeds', async () => {
    const { clock, saves, isListed } = await aListedTipster();
    const unlistedUntil = new Date(clock().getTime() + 30 * day).toISOString();

    expect(await saves(false)).toMatchObject({ status: 200, body: { unlistedUntil } });
    expect(await isListed()).toBe(false);
    clock.passes(20 * day);
    await saves(false);
    expect(await saves(true)).toMatchObject({
      status: 200,
      body: { isTipster: true, unlistedUntil },
    });
    clock.passes(10 * day - minute);
    expect(await isListed()).toBe(false);
    clock.passes(minute);
    expect(await isListed()).toBe(true);
  });

  test('cannot return for another 30 days after leaving again', async () => {
    const { clock, one, tipster, saves, isListed } = await aListedTipster();
    const earlier = { unlistedUntil: clock() };
    await one.database.update(members).set(earlier).where(eq(members.id, tipster.id));
    expect(await isListed()).toBe(true);

    await saves(false);
    await saves(true);

    expect(await isListed()).toBe(false);
  });

  test('still has a public record, but cannot be followed', async () => {
    const { one, tipster, saves } = await aListedTipster();
    await aSettledTip(one, tipster.id, { outcome: 'lost' });
    const reader = await aMember(one);

    await saves(false);
    await saves(true);

    const answer = await one.get(`/api/tipsters/${tipster.id}`);
    expect(answer).toMatchObject({ status: 200, body: { isTipster: false, record: { lost: 1 } } });
    expect(
      await one.put(`/api/users/followOrUnfollow?Id=${tipster.id}&isFollow=true`, reader),
    ).toMatchObject({ status: 422, body: { code: 'not-a-tipster' } });
  });
});
