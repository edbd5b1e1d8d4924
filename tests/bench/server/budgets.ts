/** What the server owes, as shares of what Fastify and PostgreSQL can do with nothing in between. */
export const serverBudgets = {
  read: 0.6,
  post: 0.2,
  book: 0.2,
  /** Of the same rows written to our own tables with one statement. */
  ownTables: 0.6,
  /** The slowest of a hundred at half load, as a multiple of the limit's. */
  slowest: 3,
  /** Milliseconds within which 95 of 100 answers of every list are there. */
  list: 150,
  /** Megabytes. */
  memory: 256,
} as const;
