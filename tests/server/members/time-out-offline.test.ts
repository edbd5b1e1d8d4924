import { describe, expect, test } from 'vitest';
import { newId } from '#sync/ids.ts';
import { beginTimeOut, timeOutEndIn } from '#sync/stored-time-out.ts';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { day } from '../../testing/clock/clock.ts';
import { aCommunity, type Game } from '../../testing/tips/tips.ts';
import { aDevice } from '../../testing/engine/a-device.ts';

/** A member's phone on a faulty connection, and another one. */
async function aGround() {
  const community = await aCommunity();
  const { api, tipster } = community;
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const url = api.app.listeningOrigin;
  const aPhone = () => {
    const device = aDevice({ url, owner: tipster.id, token: () => tipster.token });
    const me = { id: tipster.id, store: device.store };
    return {
      ...device,
      timeOuts: async (length: '24h' | '7d', since = community.clock()) =>
        beginTimeOut(me, { length, since: since.toISOString() }, { isSent: true }),
      inTimeOutUntil: async () => timeOutEndIn(me.store),
    };
  };
  return { ...community, phone: aPhone(), otherPhone: aPhone() };
}

function slipOn({ id, game, kickOff }: Game) {
  const startDateOfGame = kickOff.toISOString();
  const pick = { group: '1X2', oddName: '1X2 - 1', odd: 0 };
  return {
    id: newId(),
    tipsterName: 'Ada Obi',
    options: [{ fixtureId: id, game, startDateOfGame, ...pick }],
    stake: 2,
    ifStarted: 'refuse' as const,
  };
}

describe('a time-out that was begun without a connection', () => {
  test('lets what was saved before it out, and all of it is settled', async () => {
    const { phone, aGame, clock } = await aGround();
    const slip = slipOn(await aGame());
    await phone.queues('tip.post', slip);
    await phone.queues('tip.book', { tipId: slip.id });
    await phone.timeOuts('24h');

    await phone.drains();
    await phone.pulls();

    expect(await phone.outbox()).toEqual([]);
    expect(await phone.sees()).toMatchObject([{ id: slip.id, IsBooked: true }]);
    expect(await phone.inTimeOutUntil()).toEqual(new Date(clock().getTime() + day));
  });

  test('lets it out also where the time-out arrived first', async () => {
    const { phone, aGame } = await aGround();
    const slip = slipOn(await aGame());
    const { seq, ...tip } = await phone.queues('tip.post', slip);
    await phone.timeOuts('24h');
    await phone.store.operations.delete(seq);
    await phone.drains();
    // Stored again, as a delayed request would be.
    await phone.store.operations.add(tip);

    await phone.drains();

    expect(phone.outcomes).toEqual(['time-out.take acked', 'tip.post acked']);
  });

  test('holds on every other phone, which keeps what it could not post', async () => {
    const { phone, otherPhone, aGame, clock } = await aGround();
    await phone.timeOuts('7d');
    await phone.drains();
    const slip = slipOn(await aGame());
    await otherPhone.queues('tip.post', slip);

    await otherPhone.drains();
    await otherPhone.pulls();

    const until = new Date(clock().getTime() + 7 * day);
    expect(await readOutbox(otherPhone.store)).toMatchObject([
      {
        id: slip.id,
        state: 'rejected',
        problem: { code: 'in-time-out', until: until.toISOString() },
      },
    ]);
    expect(await otherPhone.inTimeOutUntil()).toEqual(until);
  });
});
