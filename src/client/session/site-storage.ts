/** Values that localStorage rejected, for the lifetime of the page. */
const inMemory = new Map<string, string>();

/** This site's localStorage, or memory if it is forbidden or full. */
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
  /** Returns whether the value survives this page. */
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
      // A storage that throws here has stored nothing either.
    }
  },
};

/** Whether the browser's settings keep this site from storing data. */
export function isSiteDataBlocked(): boolean {
  try {
    // Some browsers lack it instead of throwing.
    return !globalThis.localStorage;
  } catch {
    return true;
  }
}
