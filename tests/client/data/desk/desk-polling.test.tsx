import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useDesk } from '#client/data/desk/desk.ts';
import { DeviceProvider } from '#client/data/device/device.tsx';
import { EngineContext } from '#client/data/device/engine-state.ts';
import { createEngine } from '#sync/engine.ts';
import { databases } from '../../../testing/engine/a-device.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A page of the desk whose requests the test answers one by one. */
function aPage() {
  const { publicStore } = databases();
  const configuration = { apiBaseUrl: '', oddsBaseUrl: '/odds', oddsApiKey: '' };
  const real = createEngine({ configuration, publicStore, token: () => undefined });
  let requestCount = 0;
  const answers: (() => void)[] = [];
  const engine: typeof real = {
    ...real,
    refresh: (target) => {
      if (target === 'desk') requestCount += 1;
      return new Promise((resolve) => answers.push(() => resolve('unchanged')));
    },
  };
  const root = createRoot(document.createElement('div'));
  const running = { engine, configuration: undefined, failure: undefined, retry: () => undefined };
  flushSync(() =>
    root.render(
      <DeviceProvider device={{ publicStore, member: undefined }}>
        <EngineContext value={running}>
          <Desk />
        </EngineContext>
      </DeviceProvider>,
    ),
  );
  const close = () => flushSync(() => root.unmount());
  onTestFinished(close);
  return {
    requestCount: () => requestCount,
    close,
    answered: async () => {
      for (const answer of answers.splice(0)) answer();
      await vi.advanceTimersByTimeAsync(0);
    },
    passes: async (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  };
}

function Desk() {
  useDesk();
  return null;
}

function looksAway(hidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange'));
}

function goesOffline(offline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!offline);
  dispatchEvent(new Event(offline ? 'offline' : 'online'));
}

test('an open desk sends a request every five seconds, and only one at a time', async () => {
  const page = aPage();
  expect(page.requestCount()).toBe(1);

  await page.passes(20);
  expect(page.requestCount()).toBe(1);

  await page.answered();
  await page.passes(4);
  expect(page.requestCount()).toBe(1);
  await page.passes(1);
  expect(page.requestCount()).toBe(2);
});

test.each([
  { happens: 'the page is hidden', stops: looksAway },
  { happens: 'there is no connection', stops: goesOffline },
])('an open desk pauses while $happens, and then sends a request at once', async ({ stops }) => {
  const page = aPage();
  await page.answered();

  stops(true);
  await page.passes(60);
  expect(page.requestCount()).toBe(1);

  stops(false);
  expect(page.requestCount()).toBe(2);
});

test('a desk that was closed sends no request', async () => {
  const page = aPage();

  page.close();
  await page.answered();
  await page.passes(60);

  expect(page.requestCount()).toBe(1);
});
