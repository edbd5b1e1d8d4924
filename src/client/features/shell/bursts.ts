/** So many at a time are read one by one. */
const few = 3;
/** What arrives within this belongs together. */
const together = 250;
/** A burst is over once nothing more has come for so long. */
const quiet = 1200;
/** How long what was told counts towards a burst. */
const recent = 3000;

/**
 * Gathers what a drain brings: a few things are told each by itself, more than a few all at once
 * when the burst is over. A hundred messages say less than one with a number.
 */
export function gatherBursts<Item>(tell: (items: readonly Item[]) => void): {
  add: (item: Item) => void;
  /** Tells what is still held. */
  end: () => void;
} {
  let held: Item[] = [];
  let toldAt: number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const items = held;
    held = [];
    const now = performance.now();
    toldAt.push(...items.map(() => now));
    if (items.length > 0) tell(items);
  }

  return {
    add(item) {
      const now = performance.now();
      toldAt = toldAt.filter((at) => now - at < recent);
      held.push(item);
      const burst = held.length + toldAt.length > few;
      if (timer !== undefined && !burst) return;
      clearTimeout(timer);
      timer = setTimeout(flush, burst ? quiet : together);
    },
    end: flush,
  };
}

/** Whether so many are told by their number. */
export function isBurst(items: readonly unknown[]): boolean {
  return items.length > few;
}
