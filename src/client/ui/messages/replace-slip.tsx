import { useLingui } from '@lingui/react/macro';
import { InlineQuestion } from '../dialog/inline-question.tsx';

type ReplaceSlipProps = { onReplace: () => void; onKeep: () => void };

/** Requires a confirmation before the games on the slip are replaced. */
export function ReplaceSlip({ onReplace, onKeep }: ReplaceSlipProps) {
  const { t } = useLingui();
  const question = t`These games take the place of the slip you are building.`;
  return (
    <InlineQuestion
      words={t`Replace my slip`}
      question={question}
      onConfirm={onReplace}
      onKeep={onKeep}
    />
  );
}
