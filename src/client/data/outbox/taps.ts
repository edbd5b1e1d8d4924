/** How long somebody waits for the answer to a tap: as long as a request may take. */
const patience = 15_000;

const tapped = new Map<string, number>();

/** Notes that somebody has just done something on a connection, and waits for its answer. */
export function noteTap(operationId: string): void {
  tapped.set(operationId, performance.now());
}

/** Whether somebody waits for the answer to an operation, instead of having gone on. */
export function isWaitedFor(operationId: string): boolean {
  const at = tapped.get(operationId);
  return at !== undefined && performance.now() - at < patience;
}

/** Nobody waits without a connection: what was done then is sent in the background. */
export function forgetTaps(): void {
  tapped.clear();
}
