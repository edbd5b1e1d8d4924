/**
 * Thrown if a start or a command fails for a reason that the operator can correct; the message is
 * shown without a stack.
 */
export class OperatorError extends Error {
  override readonly name = 'StartRefused';
}

/** Returns the message of the innermost cause of an error. */
export function toErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return cause instanceof Error ? toErrorMessage(cause) : error.message;
}

/** Runs a command; if it fails, prints the reason and exits with 1. */
export async function runCommand(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : formatErrorStack(error));
    process.exitCode = 1;
  }
}

/** Maximum characters of a logged message; an SQL statement that imports a season has 100,000. */
const maxLoggedCharacters = 1_000;

type LoggedError = {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
};

/**
 * Removes addresses, hashes and members' texts from an error, and shortens its message. A failed
 * query repeats its parameters, and a mail server repeats the refused address.
 */
export function toLoggedError(error: Error): LoggedError {
  const isLong = error.message.length > maxLoggedCharacters;
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  const short = `${error.message.slice(0, maxLoggedCharacters)} …`;
  const hide = (text: string) =>
    (isLong ? text.replace(error.message, () => short) : text)
      .replace(/\n?params: [\s\S]*?(?=\n {4}at |$)/, '')
      .replaceAll(/[^\s/:;,<>()[\]"']{1,64}@[^\s/:;,<>()[\]"']+/g, '[address]');
  return {
    type: error.name,
    message: hide(error.message),
    stack: hide(error.stack ?? ''),
    ...('code' in error && { code: String(error.code) }),
    ...(cause instanceof Error && { cause: toLoggedError(cause) }),
  };
}

/** Returns the stacks of an error and its causes for an operator, without private data. */
export function formatErrorStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines: string[] = [];
  let each: LoggedError | undefined = toLoggedError(error);
  for (; each; each = each.cause) {
    const code = each.code === undefined ? '' : ` (code ${each.code})`;
    lines.push(`${each.stack || each.message}${code}`);
  }
  return lines.join('\nCaused by: ');
}
