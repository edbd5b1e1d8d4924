/** The engine's budgets, as ratios to the platform's figures of the same run. */
export const engineBudgets = {
  enqueue: 1.5,
  enqueueGrowth: 1.2,
  drain: 0.2,
  drainSlow: 0.05,
  firstRows: 1.5,
  firstRowsOfMany: 2.2,
  pulledRow: 1.3,
  queuedChange: 1,
  /** Milliseconds. */
  longestTask: 200,
} as const;
