/**
 * Thrown if a start or a command fails for a reason that the operator can correct; the message is
 * shown without a stack.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** Returns the message of the innermost cause of an error. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return cause instanceof Error ? messageOf(cause) : error.message;
}

/** Runs a command; if it fails, prints the reason and exits with 1. */
export async function runCommand(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StartRefused ? error.message : stackForOperator(error));
    process.exitCode = 1;
  }
}

/** Maximum characters of a logged message; an SQL statement that imports a season has 100,000. */
const messageLimit = 1_000;

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
export function errorForLog(error: Error): LoggedError {
  const isLong = error.message.length > messageLimit;
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  const short = `${error.message.slice(0, messageLimit)} …`;
  const hide = (text: string) =>
    (isLong ? text.replace(error.message, () => short) : text)
      .replace(/\n?params: [\s\S]*?(?=\n {4}at |$)/, '')
      .replaceAll(/[^\s/:;,<>()[\]"']{1,64}@[^\s/:;,<>()[\]"']+/g, '[address]');
  return {
    type: error.name,
    message: hide(error.message),
    stack: hide(error.stack ?? ''),
    ...('code' in error && { code: String(error.code) }),
    ...(cause instanceof Error && { cause: errorForLog(cause) }),
  };
}

/** Returns the stacks of an error and its causes for an operator, without private data. */
export function stackForOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines: string[] = [];
  let each: LoggedError | undefined = errorForLog(error);
  for (; each; each = each.cause) {
    const code = each.code === undefined ? '' : ` (code ${each.code})`;
    lines.push(`${each.stack || each.message}${code}`);
  }
  return lines.join('\nCaused by: ');
}
