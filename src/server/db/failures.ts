/** Returns the SQLSTATE of an error or of its causes; undefined if there is none. */
export function findSqlState(error: unknown): string | undefined {
  for (const each of listCauses(error)) {
    if ('code' in each && typeof each.code === 'string' && /^[0-9A-Z]{5}$/.test(each.code)) {
      return each.code;
    }
  }
  return undefined;
}

const serializationFailure = '40001';
const deadlock = '40P01';

/** True if the whole transaction may succeed when it runs again. */
export function isRetryable(error: unknown): boolean {
  const state = findSqlState(error);
  return state === serializationFailure || state === deadlock;
}

/** SQLSTATE of a lock timeout. */
export const lockNotAvailable = '55P03';
/**
 * SQLSTATEs of a write to a read-only database, of an unlogged table (`limits`) on a standby, and
 * of a prepared statement from before a migration. A new connection may solve each of these errors.
 */
const readOnlyStates = ['25006', '0A000'];

/** True if the connection leads to a database that accepts no writes, such as a standby. */
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

// Messages of driver errors that have no code.
const driverMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout)/;

/** True if the database is unreachable or overloaded: the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = findSqlState(error);
  if (state && (temporaryStates.has(state) || state.startsWith('08'))) return true;
  return listCauses(error).some(
    (each) =>
      ('code' in each && networkCodes.has(String(each.code)) && 'syscall' in each) ||
      driverMessages.test(each.message),
  );
}

function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  let each = error;
  while (each instanceof Error && causes.length < 5) {
    causes.push(each);
    // Each address of a host name may have failed with its own error; the first error is used.
    each = each.cause ?? (each instanceof AggregateError ? each.errors[0] : undefined);
  }
  return causes;
}
