/** The design's budgets: bytes, ratios and, on a slowed phone, milliseconds. */
export const budgets = {
  scriptBeforeRows: 125_000,
  /** Packed by gzip, all other script by brotli. */
  firstLoad: 180_000,
  style: 15_000,
  furtherRoute: 40_000,
  precache: 1_200_000,
  /** The absolute maximum. */
  precacheAtMost: 1_500_000,
  rowsAgainstStatic: 1.2,
  /** Of a list that is longer than the window. */
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
} as const;

/** The server's budgets, as shares of bare Fastify and PostgreSQL. */
export const serverBudgets = {
  read: 0.6,
  post: 0.2,
  book: 0.2,
  /** Relative to one statement that writes equal rows to the same tables. */
  ownTables: 0.6,
  /** The 99th percentile at half load, as a multiple of the limit's. */
  slowest: 3,
  /** The 95th percentile of every list in milliseconds. */
  list: 150,
  /** Megabytes. */
  memory: 256,
} as const;
