import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { focusHeadingOnRemoval, focusOnMount } from '../focus.ts';

type InlineQuestionProps = {
  /** Label of the confirming button. */
  words: ReactNode;
  question: ReactNode;
  onConfirm: () => void;
  onKeep: () => void;
  /** Label of the cancelling button. */
  keep?: ReactNode;
};

/** A confirmation in place of the button that requested it. */
export function InlineQuestion({ words, question, onConfirm, onKeep, keep }: InlineQuestionProps) {
  return (
    <div role="group" className="flex w-full flex-wrap items-center gap-2">
      <p className="w-full text-sm font-semibold" role="status">
        {question}
      </p>
      <Button look="danger" onClick={onConfirm}>
        {words}
      </Button>
      {/* The pressed button is gone; the safe choice takes the focus. */}
      <Button ref={focusOnMount} onClick={onKeep}>
        {keep ?? <Trans>Keep it</Trans>}
      </Button>
    </div>
  );
}

/**
 * An action that cannot be undone: the first tap asks for confirmation in place, the second runs
 * it.
 */
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
 * State of a confirmation in place of its button. The button returns after the decision and takes
 * the focus again, so that keyboard users keep their position.
 */
export function useInlineQuestion(): {
  asking: boolean;
  raise: () => void;
  answer: () => void;
  /** Closes the confirmation without moving the focus. */
  drop: () => void;
  /** Ref of the button. */
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
