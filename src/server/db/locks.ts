/**
 * Ids of PostgreSQL's advisory locks. Each protects work that only one process or transaction may
 * do at a time.
 */
export const lockIds = {
  /** Lock of the server that started the bundled PostgreSQL; ends with the server's process. */
  ownPostgres: 7_046_029,
  migration: 7_046_030,
  seasonImport: 7_046_031,
  demoSeason: 7_046_032,
  proofLog: 7_046_035,
} as const;

export type LockId = (typeof lockIds)[keyof typeof lockIds];
