/** The design's budgets in bytes, ratios, or milliseconds on a slowed phone. */
export const budgets = {
  scriptBeforeRows: 125_000,
  /** Compressed by gzip; all other script sizes are compressed by brotli. */
  firstLoad: 180_000,
  style: 15_000,
  furtherRoute: 40_000,
  precache: 1_200_000,
  /** The limit that no build may exceed; `precache` is the goal. */
  precacheAtMost: 1_500_000,
  rowsAgainstStatic: 1.2,
  /** For a list that is longer than the window. */
  allRowsAgainstStatic: 2,
  homeAgainstStatic: 1,
  controlAgainstStatic: 2.2,
  firstPaintAgainstStatic: 1.25,
  largestPaint: 2500,
  largestPaintAgain: 1000,
  layoutShift: 0.02,
  tapToPaint: 200,
  tapToChange: 100,
  coldRoute: 1000,
  chipAfterCut: 2000,
  chipAfterSilence: 12_000,
  slipKept: 300,
  longestTask: 200,
  framesASecond: 55,
} as const;

/** The engine's budgets: ratios to raw browser APIs, measured in the same run. */
export const engineBudgets = {
  enqueue: 1.5,
  enqueueGrowth: 1.2,
  drain: 0.2,
  drainSlow: 0.05,
  firstRows: 1.5,
  firstRowsOfMany: 2.2,
  pulledRow: 1.3,
  queuedChange: 1,
} as const;

/** The server's budgets: shares of the throughput of bare Fastify and PostgreSQL. */
export const serverBudgets = {
  read: 0.6,
  post: 0.2,
  book: 0.2,
  /** Compared to one statement that writes equal rows to the same tables. */
  ownTables: 0.6,
  /** 99th percentile of durations at half load, as a multiple of bare Fastify's. */
  slowest: 3,
  /** 95th percentile of the duration of every list, in milliseconds. */
  list: 150,
  /** Resident memory in megabytes. */
  memory: 256,
} as const;
