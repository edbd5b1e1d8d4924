/**
 * The time after which a person no longer waits for a response, in milliseconds: the timeout of a
 * request.
 */
const patience = 15_000;

const tapped = new Map<string, number>();

/** Notes that a person made a change online and waits for its response. */
export function noteTap(operationId: string): void {
  tapped.set(operationId, performance.now());
}

/** Whether a person still waits for the response to an operation. */
export function isWaitedFor(operationId: string): boolean {
  const at = tapped.get(operationId);
  return at !== undefined && performance.now() - at < patience;
}

/** Nobody waits offline: changes made then are sent in the background. */
export function forgetTaps(): void {
  tapped.clear();
}
