/** The SQLSTATE of an error, searched in its causes. */
export function findSqlState(error: unknown): string | undefined {
  for (const each of causesOf(error)) {
    if ('code' in each && typeof each.code === 'string' && /^[0-9A-Z]{5}$/.test(each.code)) {
      return each.code;
    }
  }
  return undefined;
}

const serializationFailure = '40001';
const deadlock = '40P01';

/** True if repeating the whole transaction may succeed. */
export function isRetryable(error: unknown): boolean {
  const state = findSqlState(error);
  return state === serializationFailure || state === deadlock;
}

/** SQLSTATE of a lock timeout. */
export const lockNotAvailable = '55P03';
/**
 * SQLSTATEs of a read-only transaction, of an unlogged table (`limits`) on a standby, and of a
 * prepared statement that is older than a migration: a new connection can help.
 */
const readOnlyStates = ['25006', '0A000'];

/**
 * True if the connection leads to a database that accepts no writes: a standby or a former primary.
 */
export function isReadOnlyError(error: unknown): boolean {
  return readOnlyStates.includes(findSqlState(error) ?? '');
}

const temporaryStates = new Set([
  ...readOnlyStates,
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

// Errors of the driver that have no code.
const driverMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout)/;

/**
 * True if the database is unreachable or overloaded, so that the same request may succeed later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = findSqlState(error);
  if (state && (temporaryStates.has(state) || state.startsWith('08'))) return true;
  return causesOf(error).some(
    (each) =>
      ('code' in each && networkCodes.has(String(each.code)) && 'syscall' in each) ||
      driverMessages.test(each.message),
  );
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  let each = error;
  while (each instanceof Error && causes.length < 5) {
    causes.push(each);
    // A host name may have several addresses, each with an error of its own.
    each = each.cause ?? (each instanceof AggregateError ? each.errors[0] : undefined);
  }
  return causes;
}
