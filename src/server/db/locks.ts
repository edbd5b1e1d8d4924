/**
 * Ids of PostgreSQL's advisory locks, each for work that only one process or transaction may do at
 * a time.
 */
export const lockIds = {
  /** Held while a server runs, by a connection that ends with the server's process. */
  ownPostgres: 7_046_029,
  migration: 7_046_030,
  seasonImport: 7_046_031,
  demoSeason: 7_046_032,
  proofLog: 7_046_035,
} as const;

/** One of them. */
export type LockId = (typeof lockIds)[keyof typeof lockIds];
