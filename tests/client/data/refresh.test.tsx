import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportFirstScreenShown } from '#client/startup/first-screen.ts';
import { EngineContext } from '#client/data/device/engine-state.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { createEngine, type Engine } from '#sync/engine.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { eventually } from '../../testing/clock/eventually.ts';

/** A screen that shows the refresh state of the list of tipsters; its connection can be cut. */
function aScreenWithAList({ isStarted = true } = {}) {
  const network = { there: false };
  const { publicStore } = databases();
  const engine = createEngine({
    configuration: { apiBaseUrl: '', oddsBaseUrl: '/odds', oddsApiKey: '' },
    publicStore,
    token: () => undefined,
    fetch: async (address) => {
      if (!network.there) throw new TypeError('no connection');
      const isPing = address === `${location.origin}/api/ping`;
      const ping = { name: 'touchline', serverTime: '2026-03-01T12:00:00Z' };
      const answer = Response.json(isPing ? ping : []);
      Object.defineProperty(answer, 'url', { value: address });
      return answer;
    },
  });
  const container = document.createElement('div');
  const root = createRoot(container);
  const render = (engine: Engine | undefined) =>
    root.render(
      <EngineContext
        value={{ engine, configuration: undefined, failure: undefined, retry: () => undefined }}
      >
        <List />
      </EngineContext>,
    );
  render(isStarted ? engine : undefined);
  onTestFinished(() => root.unmount());
  return { network, engine, render, shown: () => container.textContent };
}

function List() {
  return useRefresh('tipsters').state;
}

test('reports failure at once behind a snapshot without a network', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  document.body.innerHTML = '<div id="snapshot"></div>';
  onTestFinished(() => document.body.replaceChildren());

  const { shown } = aScreenWithAList({ isStarted: false });

  await eventually(() => expect(shown()).not.toBe(''));
  expect(shown()).toBe('failed');
});

test('a screen without rows reports failure before the engine starts if there is no network', async () => {
  const { network, engine, render, shown } = aScreenWithAList({ isStarted: false });
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  await eventually(() => expect(shown()).toBe('waiting'));

  reportFirstScreenShown();
  await eventually(() => expect(shown()).toBe('failed'));

  network.there = true;
  render(engine);
  await eventually(() => expect(shown()).toBe('fresh'));
});

test.each([
  { happens: 'the connection is back', trigger: () => dispatchEvent(new Event('online')) },
  {
    happens: 'the page becomes visible again',
    trigger: () => document.dispatchEvent(new Event('visibilitychange')),
  },
])('a screen requests its rows again when $happens', async ({ trigger }) => {
  const { network, shown } = aScreenWithAList();
  await eventually(() => expect(shown()).toBe('failed'));

  network.there = true;
  trigger();

  await eventually(() => expect(shown()).toBe('fresh'));
});

test('a screen whose request failed requests its rows again after any response of the server', async () => {
  const { network, engine, shown } = aScreenWithAList();
  await eventually(() => expect(shown()).toBe('failed'));

  network.there = true;
  await engine.refresh('stats');

  await eventually(() => expect(shown()).toBe('fresh'));
});
