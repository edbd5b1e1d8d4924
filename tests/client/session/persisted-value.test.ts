import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createPersistedValue,
  parseStoredText,
  parseStoredTexts,
} from '#client/session/persisted-value.ts';

const key = 'touchline-test';

function aValue<Value>(
  parse: (stored: unknown) => Value,
  options?: Parameters<typeof createPersistedValue>[2],
) {
  onTestFinished(() => localStorage.removeItem(key));
  return createPersistedValue(key, parse, options);
}

/** Changes localStorage as another tab does, and dispatches the storage event of this tab. */
function anotherTab(change: () => void, changed: string | null): void {
  change();
  dispatchEvent(new StorageEvent('storage', { key: changed }));
}

describe('a persisted value', () => {
  test('is stored as JSON, and as it is if it is a text', () => {
    aValue(parseStoredTexts).set(['Arsenal']);
    expect(localStorage.getItem(key)).toBe('["Arsenal"]');

    aValue(parseStoredText, { form: 'text' }).set('night');
    expect(localStorage.getItem(key)).toBe('night');
  });

  test.each(['{', '7', '{"a":1}', '[1, null]'])(
    'counts as missing if it is unreadable: %s',
    (text) => {
      localStorage.setItem(key, text);

      expect(aValue(parseStoredTexts).get()).toEqual([]);
    },
  );

  test('changes for its subscribers with a change in any tab', () => {
    const value = aValue(parseStoredText, { form: 'text' });
    const seen: unknown[] = [];
    const end = value.subscribe(() => seen.push(value.get()));

    value.set('here');
    anotherTab(() => localStorage.setItem(key, 'there'), key);
    anotherTab(() => localStorage.clear(), null);
    anotherTab(() => localStorage.setItem(key, 'unheard'), 'another-key');
    end();
    value.set('later');

    expect(seen).toEqual(['here', 'there', undefined]);
  });

  test('is the same object until it changes', () => {
    const value = aValue(parseStoredTexts);
    value.set(['Arsenal']);

    expect(value.get()).toBe(value.get());
  });

  test('is kept in memory if the browser refuses to store it', () => {
    const value = aValue(parseStoredText, { form: 'text' });
    const refuse = () => {
      throw new DOMException('Access is denied.', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    onTestFinished(() => void vi.unstubAllGlobals());

    expect(value.set('night')).toBe(false);
    expect(value.get()).toBe('night');
    value.set(undefined);
    expect(value.get()).toBeUndefined();
  });
});
