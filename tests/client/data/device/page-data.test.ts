import { beforeEach, describe, expect, test } from 'vitest';
import { storePageData } from '#client/data/device/page-data.ts';
import { type PageData, pageDataId } from '#contract/site/page-data.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { serverTip } from '../../../testing/engine/samples.ts';

const kickOff = '2026-03-01T15:00:00.000Z';

const came = {
  environment: { environment: 'production' },
  configuration: { apiBaseUrl: '', oddsBaseUrl: '/odds' },
  leagues: [{ key: 'soccer_epl', title: 'EPL', group: 'Soccer', details: '' }],
  fixtures: [
    {
      id: 'game',
      sportKey: 'soccer_epl',
      home: 'Hull',
      away: 'Leeds',
      kickOff,
      status: 'scheduled',
    },
  ],
  fixturesUntil: '2026-03-02T15:00:00.000Z',
  tipsters: [{ id: 'tipster', firstName: 'Ada' }],
  tips: [serverTip()],
};

function bringsPageData(what: Partial<Record<keyof PageData, unknown>>): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = pageDataId;
  element.textContent = JSON.stringify(what);
  document.head.append(element);
}

describe('page data', () => {
  beforeEach(() => document.getElementById(pageDataId)?.remove());

  test('is stored on the device before the first request', async () => {
    const { publicStore } = databases();
    bringsPageData(came);

    await storePageData(publicStore, 7);

    expect(await publicStore.fixtures.toArray()).toEqual([
      { ...came.fixtures[0], kickOffAt: Date.parse(kickOff) },
    ]);
    expect(await publicStore.leagues.toArray()).toEqual([{ ...came.leagues[0], position: 0 }]);
    expect(await publicStore.tipsters.toArray()).toEqual([
      { ...came.tipsters[0], tips: [], tipsUnknown: true },
    ]);
    expect(await publicStore.tips.toArray()).toEqual(came.tips);
    expect(await publicStore.documents.toArray()).toEqual([
      { name: 'backend', value: '', fetchedAt: 7 },
      { name: 'configuration', value: came.configuration, fetchedAt: 7 },
      { name: 'environment', value: came.environment, fetchedAt: 7 },
      { name: 'fixtures', value: { until: came.fixturesUntil }, fetchedAt: 7 },
      { name: 'tipsters', value: { ids: ['tipster'], next: null }, fetchedAt: 7 },
    ]);
  });

  test('is not stored on a device that has fetched rows before', async () => {
    const { publicStore } = databases();
    await publicStore.documents.put({ name: 'stats', value: {}, fetchedAt: 0 });
    bringsPageData(came);

    await storePageData(publicStore);

    expect(await publicStore.fixtures.count()).toBe(0);
  });

  test('may be missing, as on another host', async () => {
    const { publicStore } = databases();

    await storePageData(publicStore);

    expect(await publicStore.documents.count()).toBe(0);
  });
});
