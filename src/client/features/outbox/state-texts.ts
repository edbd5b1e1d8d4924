import { t } from '@lingui/core/macro';
import { describeProblem } from '#client/ui/messages/problems.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

/** Describes the problem of an operation; undefined if there is none. */
export function operationProblemText({
  kind,
  problem,
}: Pick<OperationRow, 'kind' | 'problem'>): string | undefined {
  return problem && describeProblem({ kind, ...problem });
}

/** Says which step a blocked operation needs before it can be sent. */
export function blockedOperationText(row: OperationRow): string {
  switch (row.blockedBy) {
    case 'unverified':
      return t`Verify your email, then this is sent.`;
    case 'update':
      return t`Reload the page: a newer version sends this.`;
    case 'person':
      return (
        operationProblemText(row) ?? describeProblem({ ...mayHaveArrivedProblem, kind: row.kind })
      );
    case 'auth':
    case undefined:
      return t`Log in, then this is sent.`;
  }
}

const mayHaveArrivedProblem = { code: 'may-have-arrived', message: '' };

/** Says that an operation without a response is sent again; shorter if the server sent texts. */
export function unknownOutcomeText(problem: OperationRow['problem']): string {
  return problem?.words
    ? t`It is tried again by itself.`
    : t`No answer yet. It is sent again, safely.`;
}
