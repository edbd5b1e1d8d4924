/** A browser's Cache Storage in memory; keys are addresses in the order of insertion. */
export function inMemoryCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const cached = all.get(name) ?? new Map<string, Response>();
    all.set(name, cached);
    return {
      match: async (key: string | { url: string }) => cached.get(addressOf(key))?.clone(),
      put: async (key: string, response: Response) => void cached.set(addressOf(key), response),
      delete: async (key: string | { url: string }) => cached.delete(addressOf(key)),
      keys: async () => [...cached.keys()].map((url) => ({ url })),
    };
  };
  return Object.assign(Object.create(null), {
    open,
    has: async (name: string) => all.has(name),
    match: async (key: string, { cacheName }: { cacheName: string }) =>
      all.get(cacheName)?.get(key)?.clone(),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  });
}

function addressOf(key: string | { url: string }): string {
  return typeof key === 'string' ? key : key.url;
}
