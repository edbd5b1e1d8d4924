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
