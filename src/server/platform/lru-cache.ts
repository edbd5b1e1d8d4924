/** Creates a cache for at most `maxValues` values, which removes the least recently read value. */
export function createLruCache<Value>(maxValues: number) {
  const values = new Map<string, Value>();
  return {
    get(key: string): Value | undefined {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key: string, value: Value): void {
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > maxValues && oldest !== undefined) values.delete(oldest);
    },
    delete: (key: string) => values.delete(key),
    clear: () => values.clear(),
  };
}
