/**
 * The network's treatment of a request. Most names are those of Toxiproxy, which has none for
 * faults of HTTP itself.
 */
export type Fate =
  | { do: 'passes' }
  | { do: 'latency'; milliseconds: number }
  /** The response is sent in small pieces. */
  | { do: 'slicer'; milliseconds: number }
  /** Nothing is forwarded, without an error. */
  | { do: 'timeout' }
  | { do: 'reset_peer' }
  /** Only a part of the request reaches the server. */
  | { do: 'limit_data'; part: number }
  /** Only a part of the response reaches the phone. */
  | { do: 'cuts the answer'; part: number }
  /** The server has done it, but no response arrives. */
  | { do: 'drops the answer' | 'swallows the answer' }
  | { do: 'delivers twice'; atOnce: boolean }
  /** The response is delayed until another one has overtaken it. */
  | { do: 'holds the answer' }
  | { do: 'portal' | 'redirect' | 'gateway' | 'asks to log in to the network' }
  /** Complete on the level of HTTP. */
  | { do: 'truncates the JSON' }
  | { do: 'busy'; retryAfter: string };

export const passes: Fate = { do: 'passes' };

const retryAfters = ['1', '3', 'Fri, 31 Dec 1999 23:59:59 GMT', 'soon', '-5'];

/** A random fault. */
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
