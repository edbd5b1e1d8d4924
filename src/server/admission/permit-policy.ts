/** Shares of the permits and of the queue. */
export type PermitPolicy = {
  /** The share of all permits that reads alone, and changes alone, can have. */
  shareOfKind: number;
  /** The share of the permits, and of the queue, that strangers can have. */
  shareOfStrangers: number;
  /** Permits that one caller can always have; beyond them, up to half of the free ones. */
  permitsPerCaller: number;
  /** The length of the queue for each permit. */
  queuePerPermit: { reads: number; changes: number };
};

export const callPolicy: PermitPolicy = {
  shareOfKind: 3 / 4,
  shareOfStrangers: 1 / 2,
  // A phone sends at most four requests at a time.
  permitsPerCaller: 4,
  queuePerPermit: { reads: 2, changes: 1 },
};

/** For calls that people need to get in, almost all of which are strangers' and change something. */
export const entryPolicy: PermitPolicy = {
  shareOfKind: 1,
  shareOfStrangers: 1,
  permitsPerCaller: 3,
  queuePerPermit: { reads: 4, changes: 4 },
};
