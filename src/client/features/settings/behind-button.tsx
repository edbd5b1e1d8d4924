import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useQuestion } from '#client/ui/dialog/question.tsx';

type BehindButtonProps = { act: string; children: (close: () => void) => ReactNode };

/** A form in the place of the button that asks for it: of many on a page one is open, and it has the act. */
export function BehindButton({ act, children }: BehindButtonProps) {
  const { t } = useLingui();
  const { asking, ask, answer, raiser } = useQuestion();
  if (asking) {
    return (
      <>
        {children(answer)}
        <p>
          <Button onClick={answer}>{t`Cancel`}</Button>
        </p>
      </>
    );
  }
  return (
    <p>
      <Button ref={raiser} onClick={ask}>
        {act}
      </Button>
    </p>
  );
}
