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

describe('the first thing that a person saves', () => {
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

describe('a posted slip', () => {
  test('becomes an operation, and the next slip is empty', async () => {
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
      when: 'the browser asks the person for permission',
      persist: () => new Promise<boolean>(() => {}),
    },
  ])('counts as saved while $when', async ({ persist }) => {
    stubStorage(persist);
    const phone = await aPhoneWith('arsenal');

    expect(await postSlip(phone.device, now)).toHaveProperty('postedId');
    expect(await phone.games()).toEqual([]);
  });
});

describe('a page that was killed after queueing a slip, before clearing it', () => {
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

  test('queues one tip, however often the slip is posted again', async () => {
    const phone = await afterTheCrash();

    await postSlip(phone.device, now);

    expect(await phone.posted()).toHaveLength(1);
    expect(await phone.games()).toEqual([]);
  });

  test('keeps games that are picked or removed afterwards', async () => {
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

describe('a removed game that is restored to the slip', () => {
  test('gets its former position, and keeps changes of another tab', async () => {
    const phone = await aPhoneWith('arsenal', 'everton');
    await phone.touches.remove('arsenal');
    await phone.picks('fulham');
    await phone.touches.remove('everton');
    await phone.touches.enter({ analysis: 'Mine' });

    await phone.touches.putBack(slipSelection('arsenal'), 0);

    expect(await phone.games()).toEqual(['arsenal', 'fulham']);
    expect(await phone.changesTheSlip((draft) => draft)).toMatchObject({ analysis: 'Mine' });
  });

  test('is on the slip once if it was picked again meanwhile', async () => {
    const phone = await aPhoneWith('arsenal', 'everton');

    await phone.touches.putBack(slipSelection('everton'), 0);

    expect(await phone.games()).toEqual(['arsenal', 'everton']);
  });

  test('is not restored if the slip is full', async () => {
    const phone = await aPhoneWith(...Array.from({ length: 30 }, (_, index) => `game-${index}`));

    await phone.touches.putBack(slipSelection('arsenal'), 0);

    expect(await phone.games()).toHaveLength(30);
  });
});

test('a game that another tab picks while a slip is posted is on the next slip', async () => {
  const phone = await aPhoneWith('arsenal');

  const posting = postSlip(phone.device, now);
  await phone.picks('everton');
  await posting;

  const remainingSlip = await phone.games();
  const posted = await phone.posted();
  expect([...posted.flat(), ...remainingSlip].toSorted()).toEqual(['arsenal', 'everton']);
});
