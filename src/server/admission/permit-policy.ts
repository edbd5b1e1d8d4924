/** Shares of the permits and of the queue. */
export type PermitPolicy = {
  /** Maximum share of the permits for reads alone, and for changes alone. */
  shareOfKind: number;
  /** Maximum share of the permits, and of the queue, for anonymous callers. */
  shareOfStrangers: number;
  /** Permits that one caller can always have; beyond them, up to half of the free ones. */
  permitsPerCaller: number;
  /** Length of the queue per permit. */
  queuePerPermit: { reads: number; changes: number };
};

export const callPolicy: PermitPolicy = {
  shareOfKind: 3 / 4,
  shareOfStrangers: 1 / 2,
  // A phone sends at most four requests at a time.
  permitsPerCaller: 4,
  queuePerPermit: { reads: 2, changes: 1 },
};

/** Policy of entry calls, almost all of which are anonymous changes. */
export const entryPolicy: PermitPolicy = {
  shareOfKind: 1,
  shareOfStrangers: 1,
  permitsPerCaller: 3,
  queuePerPermit: { reads: 4, changes: 4 },
};
