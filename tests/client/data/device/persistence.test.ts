import { describe, expect, test } from 'vitest';
import { requestPersistenceWhenDue, readPersistenceResponse } from '#client/data/device/storage.ts';
import { databases } from '../../../testing/engine/a-device.ts';

const hour = 60 * 60_000;

/** A browser that grants or denies persistent storage, and counts the requests for it. */
function aBrowser(granted: boolean, was = false) {
  let requestCount = 0;
  return {
    requestCount: () => requestCount,
    persisted: async () => was,
    persist: async () => {
      requestCount += 1;
      return granted;
    },
  };
}

describe('saving data on a device', () => {
  test.each([true, false])('requests persistence, and stores the answer %s', async (granted) => {
    const { publicStore } = databases();
    const browser = aBrowser(granted);

    await requestPersistenceWhenDue(publicStore, browser, 5 * hour);

    expect(browser.requestCount()).toBe(1);
    expect(await readPersistenceResponse(publicStore)).toEqual({ granted, at: 5 * hour });
  });

  test('does not request persistence again once it was granted', async () => {
    const { publicStore } = databases();
    const browser = aBrowser(false, true);

    await requestPersistenceWhenDue(publicStore, browser);

    expect(browser.requestCount()).toBe(0);
    expect(await readPersistenceResponse(publicStore)).toMatchObject({ granted: true });
  });

  test.each([
    { later: 23 * hour, requestCount: 1 },
    { later: 25 * hour, requestCount: 2 },
    // After the clock was set back, `later` is negative; the next request must not wait until then.
    { later: -25 * hour, requestCount: 2 },
  ])('requests persistence $requestCount times if it is due again $later ms later', async (row) => {
    const { publicStore } = databases();
    const browser = aBrowser(false);
    await requestPersistenceWhenDue(publicStore, browser, 100 * hour);

    await requestPersistenceWhenDue(publicStore, browser, 100 * hour + row.later);

    expect(browser.requestCount()).toBe(row.requestCount);
  });

  test('does not request persistence in a browser without that API', async () => {
    const { publicStore } = databases();

    await requestPersistenceWhenDue(publicStore, undefined);

    expect(await readPersistenceResponse(publicStore)).toBeUndefined();
  });
});
