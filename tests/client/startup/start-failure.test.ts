import { describe, expect, onTestFinished, test } from 'vitest';
import { createStartFailurePage } from '#client/startup/start-failure.ts';

function theNetworkIs(onLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'));
}

describe('a start without a catalogue', () => {
  test('is described as a server error if there is a network', () => {
    theNetworkIs(true);

    const page = createStartFailurePage(() => undefined);

    expect(page.querySelector('h1')?.textContent).toBe('Server error');
    expect(page.querySelector('[role=alert] p')?.textContent).toContain('Try again');
  });

  test('offers no Retry offline, and retries by itself when the network is back', () => {
    theNetworkIs(false);
    let tries = 0;

    const page = createStartFailurePage(() => (tries += 1));
    expect(page.querySelector('h1')?.textContent).toBe('You are offline');
    expect(page.querySelector('button')).toBeNull();
    globalThis.dispatchEvent(new Event('online'));

    expect(tries).toBe(1);
  });

  test('is retried by its button', () => {
    let tries = 0;

    createStartFailurePage(() => (tries += 1))
      .querySelector('button')
      ?.click();

    expect(tries).toBe(1);
  });
});
