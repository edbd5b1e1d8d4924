import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { focusHeadingOnRemoval, focusOnMount } from '../focus.ts';

type InlineQuestionProps = {
  /** The label of the confirming button. */
  words: ReactNode;
  question: ReactNode;
  onConfirm: () => void;
  onKeep: () => void;
  /** The label of the cancelling button. */
  keep?: ReactNode;
};

/** A question with two buttons that replaces the button that was pressed. */
export function InlineQuestion({ words, question, onConfirm, onKeep, keep }: InlineQuestionProps) {
  return (
    <div role="group" className="flex w-full flex-wrap items-center gap-2">
      <p className="w-full text-sm font-semibold" role="status">
        {question}
      </p>
      <Button look="danger" onClick={onConfirm}>
        {words}
      </Button>
      {/* The pressed button has disappeared, so the safe choice gets the focus. */}
      <Button ref={focusOnMount} onClick={onKeep}>
        {keep ?? <Trans>Keep it</Trans>}
      </Button>
    </div>
  );
}

/** A button for an action that cannot be undone; a tap shows the confirmation in its place. */
export function ConfirmButton({
  words,
  question,
  onConfirm,
  keep,
}: Omit<InlineQuestionProps, 'onKeep'>) {
  const { asking, raise, answer, raiser } = useInlineQuestion();
  if (!asking) {
    return (
      <Button ref={raiser} onClick={raise}>
        {words}
      </Button>
    );
  }
  return (
    <InlineQuestion
      words={words}
      question={question}
      keep={keep}
      onKeep={answer}
      onConfirm={() => {
        answer();
        onConfirm();
      }}
    />
  );
}

/**
 * The state of an inline question. After the answer the button appears and gets the focus again, so
 * that keyboard users stay at their position.
 */
export function useInlineQuestion(): {
  asking: boolean;
  raise: () => void;
  answer: () => void;
  /** Closes the question without moving the focus. */
  drop: () => void;
  /** The ref of the button. */
  raiser: (button: HTMLButtonElement | null) => (() => void) | undefined;
} {
  const [state, setState] = useState<'idle' | 'asking' | 'answered'>('idle');
  return {
    asking: state === 'asking',
    raise: () => setState('asking'),
    answer: () => setState('answered'),
    drop: () => setState('idle'),
    raiser: state === 'answered' ? focusOnMount : focusHeadingOnRemoval,
  };
}
