/** What the server owes, as shares of what Fastify and PostgreSQL can do with nothing in between. */
export const serverBudgets = {
  read: 0.7,
  post: 0.5,
  book: 0.5,
  /** The slowest of a hundred at half load, as a multiple of the limit's. */
  slowest: 3,
  /** Megabytes. */
  memory: 256,
} as const;
