/** Values that localStorage did not take, for as long as the page lives. */
const inMemory = new Map<string, string>();

/** This site's localStorage, or memory where the browser's settings or a full storage refuse it. */
export const siteStorage = {
  getItem(name: string): string | null {
    const value = inMemory.get(name);
    if (value !== undefined) return value;
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  /** Returns whether the value outlasts this page. */
  setItem(name: string, value: string): boolean {
    try {
      localStorage.setItem(name, value);
      inMemory.delete(name);
      return true;
    } catch {
      inMemory.set(name, value);
      return false;
    }
  },
  removeItem(name: string): void {
    inMemory.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {
      // Then it was never stored.
    }
  },
};

/** Whether the browser's settings keep this site from storing anything. */
export function isSiteDataBlocked(): boolean {
  try {
    // Some browsers have none instead of refusing it.
    return !globalThis.localStorage;
  } catch {
    return true;
  }
}
