import { describe, expect, onTestFinished, test } from 'vitest';
import { Configuration } from '#contract/site/site.ts';
import {
  getServerOffset,
  restoreServerClock,
  useServerNow,
} from '#client/data/device/server-time.ts';
import { LiveDeviceProvider } from '#client/data/device/live-device.tsx';
import { fetchedAtText, setFormatClock } from '#client/ui/formats.ts';
import { memberId } from '../../../testing/engine/samples.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { anEngine } from '../../../testing/components/an-engine.ts';

const hour = 3_600_000;

/** A phone that knows by how many milliseconds the server's clock is ahead. */
async function aPhoneThatIsSlowBy(offset: number) {
  const { publicStore } = databases();
  await publicStore.documents.put({ name: 'server-time', value: offset, fetchedAt: 0 });
  await restoreServerClock(publicStore);
  onTestFinished(async () => {
    const other = databases().publicStore;
    await other.documents.put({ name: 'server-time', value: 0, fetchedAt: 0 });
    await restoreServerClock(other);
  });
}

describe('the server’s time before the engine starts', () => {
  test('uses the stored offset from the first render on', async () => {
    await aPhoneThatIsSlowBy(3 * hour);
    const seen: number[] = [];
    function Clock() {
      seen.push(useServerNow(60_000).getTime());
      return 'A clock';
    }

    const screen = await aScreen(<Clock />, aPhone());
    await screen.shows('A clock');

    const leads = seen.map((moment) => Math.round((moment - Date.now()) / hour));
    expect(new Set(leads)).toEqual(new Set([3]));
    expect(getServerOffset()).toBe(3 * hour);
  });
});

test('today is the day of the engine’s clock once the engine has started', async () => {
  onTestFinished(() => setFormatClock(() => new Date()));
  const phone = aPhone();
  const engine = { ...anEngine(phone), serverNow: () => new Date('2026-03-01T12:00:00') };
  const configuration = Configuration.parse({
    apiBaseUrl: 'http://api.test',
    oddsBaseUrl: '/odds',
  });
  const device = { publicStore: phone.publicStore, member: { id: memberId, store: phone.store } };
  await aScreen(
    <LiveDeviceProvider open={() => device} start={async () => ({ engine, configuration })}>
      The page
    </LiveDeviceProvider>,
    phone,
  );

  const words = () => fetchedAtText(Date.parse('2026-03-01T09:00:00'));
  await expect.poll(words).toMatch(/^As of \d+:\d\d/);
});
