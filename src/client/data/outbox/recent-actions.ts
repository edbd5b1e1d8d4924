/** How long a person waits for a response, in milliseconds; equal to the timeout of a request. */
const responseTimeoutMs = 15_000;

const actedAtById = new Map<string, number>();

/** Notes an operation that a person queued online, so that a response is awaited. */
export function addRecentAction(operationId: string): void {
  actedAtById.set(operationId, performance.now());
}

/** Whether a person still waits for the response to an operation. */
export function isResponseAwaited(operationId: string): boolean {
  const at = actedAtById.get(operationId);
  return at !== undefined && performance.now() - at < responseTimeoutMs;
}

/** Offline, nobody waits for a response; operations are sent later in the background. */
export function clearRecentActions(): void {
  actedAtById.clear();
}
