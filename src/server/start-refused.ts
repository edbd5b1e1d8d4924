/** A start that cannot go on for a reason a person can act on: said in a sentence, without a stack. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** What an error says, or the first or innermost of the errors that it stands for. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return cause instanceof Error ? messageOf(cause) : error.message;
}

/** Does the work of a command; it exits with 1 where that fails. */
export async function runCommand(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StartRefused ? error.message : error);
    process.exitCode = 1;
  }
}
