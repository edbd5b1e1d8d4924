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
    console.error(error instanceof StartRefused ? error.message : stackForOperator(error));
    process.exitCode = 1;
  }
}

/** Bounds a message in the log: a statement that inserts a season has 100,000 characters. */
const messageLimit = 1_000;

type LoggedError = {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
};

/**
 * Removes addresses, hashes and members' texts from errors, and shortens their messages: a failed
 * query repeats its parameters, and a mail server the address that it refuses.
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

/** The stack of an error and of its causes, for an operator to read, as `errorForLog` has them. */
export function stackForOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines: string[] = [];
  let each: LoggedError | undefined = errorForLog(error);
  for (; each; each = each.cause) lines.push(each.stack || each.message);
  return lines.join('\nCaused by: ');
}
