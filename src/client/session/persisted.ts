import type { Observable } from '#sync/observable.ts';

/** Texts by key, in memory where the browser refuses to store them. */
type TextStorage = {
  getItem: (key: string) => string | null;
  /** Returns whether the text survives this page. */
  setItem: (key: string, text: string) => boolean;
  removeItem: (key: string) => void;
};

/** This site's localStorage, or memory if it is forbidden or full. */
export const siteStorage = createFallbackStorage(() => localStorage);

/** This tab's sessionStorage, or memory if it is forbidden or full. */
export const tabStorage = createFallbackStorage(() => sessionStorage);

function createFallbackStorage(storage: () => Storage): TextStorage {
  /** Texts that the browser rejected, for the lifetime of the page. */
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
        // A storage that throws here has stored nothing either.
      }
    },
  };
}

/** Whether the browser's settings keep this site from storing data. */
export function isSiteDataBlocked(): boolean {
  try {
    // Some browsers lack it instead of throwing.
    return !globalThis.localStorage;
  } catch {
    return true;
  }
}

/** A value stored under a key; its subscribers hear of a change in any tab. */
export type PersistedValue<Value> = Observable<Value> & {
  /** Stores a value, or removes it if undefined; returns whether it survives this page. */
  set: (value: Value | undefined) => boolean;
};

type PersistedOptions = {
  /** The stored form; a `text` is stored as it is. */
  form?: 'json' | 'text';
  storage?: TextStorage;
};

/**
 * A value that outlives the page. `parse` receives the stored value, undefined if there is none or
 * it is not readable; any build and any person may have written it.
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
    // A cleared storage names no key.
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

/** The texts of a stored list; empty for any other value. */
export function parseStoredTexts(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
}
