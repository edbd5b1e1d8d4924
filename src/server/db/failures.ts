/** The five characters by which PostgreSQL says what went wrong, wherever in the causes they are. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const each of causesOf(error)) {
    if ('code' in each && typeof each.code === 'string' && /^[0-9A-Z]{5}$/.test(each.code)) {
      return each.code;
    }
  }
  return undefined;
}

const serializationFailure = '40001';
const deadlock = '40P01';

/** Whether doing the whole transaction again may well succeed. */
export function isWorthRepeating(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === serializationFailure || state === deadlock;
}

/** A lock was not to be had in time. */
export const lockNotAvailable = '55P03';
/**
 * A transaction that may only read; and what a standby says of an unlogged table (`limits`), or PostgreSQL
 * of a prepared statement that is older than a migration: another connection can do it.
 */
const readOnly = ['25006', '0A000'];

/** Whether the connection leads to a database that takes no writes: a standby, or what was the primary. */
export function isReadOnly(error: unknown): boolean {
  return readOnly.includes(sqlStateOf(error) ?? '');
}

const passing = new Set([
  ...readOnly,
  '53300', // too many connections
  lockNotAvailable,
  '57014', // the query took too long
  '57P01', // shut down by an administrator
  '57P02', // shut down by a crash
  '57P03', // starting up
  serializationFailure,
  deadlock,
]);

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

// The driver has no codes for these.
const driverWords =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout)/;

/** Whether the database is out of reach or overloaded, and the same request may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state && (passing.has(state) || state.startsWith('08'))) return true;
  return causesOf(error).some(
    (each) =>
      ('code' in each && networkCodes.has(String(each.code)) && 'syscall' in each) ||
      driverWords.test(each.message),
  );
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  let each = error;
  while (each instanceof Error && causes.length < 5) {
    causes.push(each);
    // Every address of a host name was tried, and each failed in its own way.
    each = each.cause ?? (each instanceof AggregateError ? each.errors[0] : undefined);
  }
  return causes;
}
