import { t } from '@lingui/core/macro';
import {
  type RepeatCheckResult,
  type PostCandidate,
  useRepeatCheck,
} from '#client/data/tips/repeat-check.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { describeProblem } from '#client/ui/messages/problems.ts';
import { Notice } from '#client/ui/notice.tsx';

type RepeatNoticeProps = PostCandidate & { now: Date };

/** Warns before a post that the same tip exists, or that too many tips have one of its options. */
export function RepeatNotice({ now, ...selections }: RepeatNoticeProps) {
  const repeat = useRepeatCheck(selections, now);
  if (!repeat?.problem) return undefined;
  const { problem, isUnsent } = repeat;
  if (problem.code === 'selection-limit') {
    return (
      <Notice tone="warning" role="status">
        {describeProblem({ message: '', ...problem })}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      role="status"
      actions={<EarlierTipLink tipId={problem.tipId} isUnsent={isUnsent} />}
    >
      {t`You already tipped this. You can post another game or option.`}
    </Notice>
  );
}

function EarlierTipLink({
  tipId,
  isUnsent,
}: { tipId: string } & Pick<RepeatCheckResult, 'isUnsent'>) {
  if (isUnsent) return <LinkButton to="/tips/my-tips">{t`My Saved Tips`}</LinkButton>;
  return (
    <LinkButton to="/tip/$id" params={{ id: tipId }}>
      {t`Open that tip`}
    </LinkButton>
  );
}
