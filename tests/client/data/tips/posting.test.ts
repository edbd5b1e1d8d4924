import { describe, expect, onTestFinished, test } from 'vitest';
import { postSlip } from '#client/data/outbox/queue.ts';
import { changeSlip, emptySlip, parseSlip, createSlipActions } from '#client/data/tips/slip.ts';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { memberId, slipSelection } from '../../../testing/engine/samples.ts';
import { operationsByKind } from '#sync/operations/registry.ts';
import { eventually } from '../../../testing/clock/eventually.ts';

const now = new Date('2026-03-01T12:00:00Z');

/** A member's phone with these games on the slip. */
async function aPhoneWith(...fixtureIds: string[]) {
  const { publicStore, store } = databases();
  const slip = fixtureIds.map((id) => slipSelection(id));
  await changeSlip(store, () => ({ ...emptySlip, slip }));
  const device = { publicStore, member: { id: memberId, store } };
  const touches = createSlipActions(device, () => now);
  return {
    device,
    picks: async (fixtureId: string) => touches.pick(slipSelection(fixtureId)),
    touches,
    changesTheSlip: (changed: Parameters<typeof changeSlip>[1]) => changeSlip(store, changed),
    games: async () =>
      parseSlip((await store.documents.get('slip'))?.value).slip.map(({ fixtureId }) => fixtureId),
    posted: async () =>
      (await readOutbox(store)).map(({ payload }) =>
        operationsByKind['tip.post'].payload
          .parse(payload)
          .options.map(({ fixtureId }) => fixtureId),
      ),
  };
}

type SlipPhone = Awaited<ReturnType<typeof aPhoneWith>>;

/** Replaces the browser's storage manager by one with this `persist`. */
function stubStorage(persist: () => Promise<boolean>): void {
  const before = Object.getOwnPropertyDescriptor(navigator, 'storage');
  const storage = { persisted: async () => false, persist };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'storage', before);
    else Reflect.deleteProperty(navigator, 'storage');
  });
}

/** A browser that grants persistence and counts the requests for it. */
function aGrantingBrowser() {
  let requestCount = 0;
  stubStorage(async () => {
    requestCount += 1;
    return true;
  });
  return { requestCount: () => requestCount };
}

describe('what a person saves first', () => {
  test.each([
    { what: 'a game on the slip', picked: [], saves: (phone: SlipPhone) => phone.picks('arsenal') },
    {
      what: 'a tip',
      picked: ['arsenal'],
      saves: (phone: SlipPhone) => postSlip(phone.device, now),
    },
  ])('requests persistent storage from the browser: $what', async ({ picked, saves }) => {
    const browser = aGrantingBrowser();
    const phone = await aPhoneWith(...picked);
    expect(browser.requestCount()).toBe(0);

    await saves(phone);

    await eventually(() => expect(browser.requestCount()).toBe(1));
  });
});

describe('a slip that is posted', () => {
  test('is queued, and the next slip is empty', async () => {
    const phone = await aPhoneWith('arsenal', 'everton');

    expect(await postSlip(phone.device, now)).toHaveProperty('postedId');

    expect(await phone.posted()).toEqual([['arsenal', 'everton']]);
    expect(await phone.games()).toEqual([]);
  });

  test.each([
    {
      when: 'the browser refuses to keep the storage',
      persist: () => Promise.reject(new TypeError()),
    },
    {
      when: 'a person is asked whether it may stay',
      persist: () => new Promise<boolean>(() => {}),
    },
  ])('counts as saved while $when', async ({ persist }) => {
    stubStorage(persist);
    const phone = await aPhoneWith('arsenal');

    expect(await postSlip(phone.device, now)).toHaveProperty('postedId');
    expect(await phone.games()).toEqual([]);
  });
});

describe('a page that dies between queueing a slip and clearing it', () => {
  /** A phone after the crash: the slip is still stored, with the id of the tip that was queued. */
  async function afterTheCrash() {
    const phone = await aPhoneWith('arsenal', 'everton');
    let remainingSlip = emptySlip;
    await phone.changesTheSlip((draft) => {
      remainingSlip = { ...draft, id: '0192f0c1-0000-7000-8000-0000000000ff' };
      return remainingSlip;
    });
    await postSlip(phone.device, now);
    await phone.changesTheSlip(() => remainingSlip);
    return phone;
  }

  test('leaves one tip, however often that slip is posted', async () => {
    const phone = await afterTheCrash();

    await postSlip(phone.device, now);

    expect(await phone.posted()).toHaveLength(1);
    expect(await phone.games()).toEqual([]);
  });

  test('loses nothing that is picked, dropped or set afterwards', async () => {
    const phone = await afterTheCrash();
    await phone.picks('fulham');
    await phone.touches.remove('arsenal');

    await postSlip(phone.device, now);

    expect(await phone.posted()).toEqual([
      ['arsenal', 'everton'],
      ['everton', 'fulham'],
    ]);
  });
});

describe('a game that is put back on the slip', () => {
  test('comes to its old place and leaves alone what another tab has changed', async () => {
    const phone = await aPhoneWith('arsenal', 'everton');
    await phone.touches.remove('arsenal');
    await phone.picks('fulham');
    await phone.touches.remove('everton');
    await phone.touches.enter({ analysis: 'Mine' });

    await phone.touches.putBack(slipSelection('arsenal'), 0);

    expect(await phone.games()).toEqual(['arsenal', 'fulham']);
    expect(await phone.changesTheSlip((draft) => draft)).toMatchObject({ analysis: 'Mine' });
  });

  test('is not there twice if it was picked again', async () => {
    const phone = await aPhoneWith('arsenal', 'everton');

    await phone.touches.putBack(slipSelection('everton'), 0);

    expect(await phone.games()).toEqual(['arsenal', 'everton']);
  });

  test('does not make a full slip longer than a slip may be', async () => {
    const phone = await aPhoneWith(...Array.from({ length: 30 }, (_, index) => `game-${index}`));

    await phone.touches.putBack(slipSelection('arsenal'), 0);

    expect(await phone.games()).toHaveLength(30);
  });
});

test('a game picked in another tab while a slip is posted stays on the next slip', async () => {
  const phone = await aPhoneWith('arsenal');

  const posting = postSlip(phone.device, now);
  await phone.picks('everton');
  await posting;

  const remainingSlip = await phone.games();
  const posted = await phone.posted();
  expect([...posted.flat(), ...remainingSlip].toSorted()).toEqual(['arsenal', 'everton']);
});
