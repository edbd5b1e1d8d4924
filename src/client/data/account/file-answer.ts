import { t } from '@lingui/core/macro';
import type { FileAnswer } from '#sync/own-data-file.ts';
import { shortTime } from '#client/ui/formats.ts';
import { serverWords } from '#client/ui/messages/problems.ts';
import type { AccountAnswer } from './accounts.ts';

/** The answer of a download, with the time of the next possible one. */
export function toAccountAnswer(answer: FileAnswer): AccountAnswer<{ file: Blob }> {
  if (answer.kind === 'file') return { kind: 'ok', file: answer.file };
  if (answer.kind === 'unreachable') {
    if (answer.cause === 'no-answer') return { kind: 'unreachable' };
    return {
      kind: 'refused',
      code: 'too-slow',
      message: t`The server took too long. Try again.`,
    };
  }
  const { problem, retryAfter } = answer;
  const time = retryAfter === undefined ? undefined : shortTime(new Date(Date.now() + retryAfter));
  const message =
    time === undefined ? serverWords(problem) : t`The server takes it again from ${time} on.`;
  return { kind: 'refused', code: problem.code, message };
}
