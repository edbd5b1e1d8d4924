/**
 * What a network does with one request. Most go by Toxiproxy's names; what happens to HTTP itself has
 * none there.
 */
export type Fate =
  | { do: 'passes' }
  | { do: 'latency'; milliseconds: number }
  /** The answer comes in small pieces. */
  | { do: 'slicer'; milliseconds: number }
  /** Nothing is passed on, and nothing is said. */
  | { do: 'timeout' }
  | { do: 'reset_peer' }
  /** Only so much of the request reaches the server. */
  | { do: 'limit_data'; part: number }
  /** Only so much of the answer reaches the phone. */
  | { do: 'cuts the answer'; part: number }
  /** The server has done it, and nobody learns of it. */
  | { do: 'drops the answer' | 'swallows the answer' }
  | { do: 'delivers twice'; atOnce: boolean }
  /** The answer waits until another one has passed it. */
  | { do: 'holds the answer' }
  | { do: 'portal' | 'redirect' | 'gateway' | 'asks to log in to the network' }
  /** Whole as far as HTTP can tell. */
  | { do: 'truncates the JSON' }
  | { do: 'busy'; retryAfter: string };

export const passes: Fate = { do: 'passes' };

const retryAfters = ['1', '3', 'Fri, 31 Dec 1999 23:59:59 GMT', 'soon', '-5'];

/** One fault by chance. */
export function anyFate(chance: () => number): Exclude<Fate, { do: 'passes' }> {
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(chance() * items.length)] ?? items[0];
  return pick<() => Exclude<Fate, { do: 'passes' }>>([
    () => ({ do: 'latency', milliseconds: Math.floor(chance() * 60) }),
    () => ({ do: 'slicer', milliseconds: 1 + Math.floor(chance() * 3) }),
    () => ({ do: 'timeout' }),
    () => ({ do: 'reset_peer' }),
    () => ({ do: 'limit_data', part: chance() }),
    () => ({ do: 'cuts the answer', part: chance() }),
    () => ({ do: 'cuts the answer', part: chance() }),
    () => ({ do: 'drops the answer' }),
    () => ({ do: 'swallows the answer' }),
    () => ({ do: 'delivers twice', atOnce: chance() < 0.5 }),
    () => ({ do: 'holds the answer' }),
    () => ({ do: pick(['portal', 'redirect', 'gateway', 'asks to log in to the network']) }),
    () => ({ do: 'truncates the JSON' }),
    () => ({ do: 'busy', retryAfter: pick(['0', ...retryAfters]) }),
  ])();
}
