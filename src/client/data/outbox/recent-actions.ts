/** How long a person waits for a response, in milliseconds; equal to the timeout of a request. */
const responseTimeoutMs = 15_000;

const queuedAtById = new Map<string, number>();

/** Records an operation that a person queued online, because the person waits for the response. */
export function addRecentAction(operationId: string): void {
  queuedAtById.set(operationId, performance.now());
}

/** True if a person still waits for the response to an operation. */
export function isResponseAwaited(operationId: string): boolean {
  const at = queuedAtById.get(operationId);
  return at !== undefined && performance.now() - at < responseTimeoutMs;
}

/** Called offline, when nobody waits for a response, because operations are sent later. */
export function clearRecentActions(): void {
  queuedAtById.clear();
}
