/**
 * A start that cannot continue for a reason that the operator can change: reported as a sentence,
 * without a stack.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** The message of an error, or of the first or innermost of the errors that it wraps. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return cause instanceof Error ? messageOf(cause) : error.message;
}

/** Runs a command; exits with 1 if it fails. */
export async function runCommand(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StartRefused ? error.message : error);
    process.exitCode = 1;
  }
}
