/** What the engine may take, as ratios to what the platform can do in the same run. */
export const engineBudgets = {
  enqueue: 1.6,
  enqueueGrowth: 1.2,
  drain: 0.25,
  drainSlow: 0.05,
  firstRows: 1.2,
  firstRowsOfMany: 1.9,
  liveUpdate: 1,
  /** Milliseconds. */
  longestTask: 200,
} as const;
