/**
 * The time after which a person no longer waits for a response, in milliseconds: the timeout of a
 * request.
 */
const responseTimeoutMs = 15_000;

const actedAtById = new Map<string, number>();

/** Notes that a person made a change online and waits for its response. */
export function addRecentAction(operationId: string): void {
  actedAtById.set(operationId, performance.now());
}

/** Whether a person still waits for the response to an operation. */
export function isResponseAwaited(operationId: string): boolean {
  const at = actedAtById.get(operationId);
  return at !== undefined && performance.now() - at < responseTimeoutMs;
}

/** Nobody waits offline: changes made then are sent in the background. */
export function clearRecentActions(): void {
  actedAtById.clear();
}
