import { describe, expect, onTestFinished, test } from 'vitest';
import { startFailure } from '#client/start-failure.ts';

/** What the browser says of its network, until the test is over. */
function theNetworkIs(onLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'));
}

describe('a start without a catalogue', () => {
  test.each([
    { onLine: true, says: 'Server error' },
    { onLine: false, says: 'You are offline' },
  ])('says what is wrong where the network is there: $onLine', ({ onLine, says }) => {
    theNetworkIs(onLine);

    const page = startFailure(() => undefined);

    expect(page.querySelector('h1')?.textContent).toBe(says);
    expect(page.querySelector('[role=alert] p')?.textContent).toContain('ry again');
  });

  test('brings its own style, as the app’s may be gone too', () => {
    const page = startFailure(() => undefined);

    expect(page.style.padding).toBe('3rem 1rem');
    expect(page.querySelector('button')?.style.minHeight).toBe('2.75rem');
  });

  test('is tried again by its button', () => {
    let tries = 0;

    startFailure(() => (tries += 1))
      .querySelector('button')
      ?.click();

    expect(tries).toBe(1);
  });
});
