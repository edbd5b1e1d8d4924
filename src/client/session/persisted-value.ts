import type { Observable } from '#sync/observable.ts';

/** Stores texts by key; in memory if the browser refuses. */
type TextStorage = {
  getItem: (key: string) => string | null;
  /** Returns true if the text remains stored after the page is closed. */
  setItem: (key: string, text: string) => boolean;
  removeItem: (key: string) => void;
};

/** The localStorage of this site, or memory if the browser forbids it or it is full. */
export const siteStorage = createFallbackStorage(() => localStorage);

/** The sessionStorage of this tab, or memory if the browser forbids it or it is full. */
export const tabStorage = createFallbackStorage(() => sessionStorage);

function createFallbackStorage(storage: () => Storage): TextStorage {
  /** Texts that the browser did not store; they exist until the page is closed. */
  const rejected = new Map<string, string>();
  return {
    getItem(key) {
      const text = rejected.get(key);
      if (text !== undefined) return text;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, text) {
      try {
        storage().setItem(key, text);
        rejected.delete(key);
        return true;
      } catch {
        rejected.set(key, text);
        return false;
      }
    },
    removeItem(key) {
      rejected.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // If the browser refuses access, nothing is stored, so nothing must be removed.
      }
    },
  };
}

/** True if the browser's settings forbid this site to store data. */
export function isSiteDataBlocked(): boolean {
  try {
    // In some browsers localStorage is missing and does not throw.
    return !globalThis.localStorage;
  } catch {
    return true;
  }
}

/** A value stored under a key. Subscribers are notified of changes in any tab. */
export type PersistedValue<Value> = Observable<Value> & {
  /** Stores a value, or removes it if undefined; returns true if it outlives the page. */
  set: (value: Value | undefined) => boolean;
};

type PersistedOptions = {
  /** The stored format; `text` is not JSON. */
  form?: 'json' | 'text';
  storage?: TextStorage;
};

/**
 * A value that outlives the page. `parse` gets the stored value, undefined if it is missing or
 * unreadable; `parse` must accept anything, because other builds and persons can write there.
 */
export function createPersistedValue<Value>(
  key: string,
  parse: (stored: unknown) => Value,
  { form = 'json', storage = siteStorage }: PersistedOptions = {},
): PersistedValue<Value> {
  let last: { text: string | null; value: Value } | undefined;
  const watchers = new Set<() => void>();
  const report = () => watchers.forEach((onChange) => onChange());
  const onStorage = (event: StorageEvent) => {
    // The event has no key if the whole storage was cleared.
    if (event.key === null || event.key === key) report();
  };
  return {
    get() {
      const text = storage.getItem(key);
      if (last?.text !== text) last = undefined;
      last ??= { text, value: parse(form === 'json' ? parseJsonText(text) : (text ?? undefined)) };
      return last.value;
    },
    set(value) {
      const text = form === 'json' ? JSON.stringify(value) : String(value);
      if (value === undefined) storage.removeItem(key);
      const isStored = value === undefined || storage.setItem(key, text);
      report();
      return isStored;
    },
    subscribe(onChange) {
      if (watchers.size === 0) globalThis.addEventListener('storage', onStorage);
      watchers.add(onChange);
      return () => {
        watchers.delete(onChange);
        if (watchers.size === 0) globalThis.removeEventListener('storage', onStorage);
      };
    },
  };
}

function parseJsonText(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A non-empty text; undefined for any other stored value. */
export function parseStoredText(stored: unknown): string | undefined {
  return typeof stored === 'string' && stored !== '' ? stored : undefined;
}

/** The strings of a stored list; empty for any other value. */
export function parseStoredTexts(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
}
