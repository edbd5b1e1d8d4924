import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { focusHeadingAfter } from '../focus.ts';
import { takeFocus } from './place.ts';

type QuestionProps = {
  /** What the button that does it says. */
  words: ReactNode;
  question: ReactNode;
  onConfirm: () => void;
  onKeep: () => void;
  /** What the button that leaves all as it is says. */
  keep?: ReactNode;
};

/** A question in the place of the button that raised it. */
export function Question({ words, question, onConfirm, onKeep, keep }: QuestionProps) {
  return (
    <div role="group" className="flex w-full flex-wrap items-center gap-2">
      <p className="w-full text-sm font-semibold" role="status">
        {question}
      </p>
      <Button look="danger" onClick={onConfirm}>
        {words}
      </Button>
      {/* The button that was pressed is gone; the safe answer takes the focus. */}
      <Button ref={takeFocus} onClick={onKeep}>
        {keep ?? <Trans>Keep it</Trans>}
      </Button>
    </div>
  );
}

type ConfirmActProps = Omit<QuestionProps, 'onKeep'> & {
  /** Small, for an act that is possible but not meant. */
  quiet?: boolean;
};

/** An act that cannot be taken back: the first tap asks, in place, and only the second does it. */
export function ConfirmAct({ words, question, onConfirm, keep, quiet = false }: ConfirmActProps) {
  const { asking, ask, answer, raiser } = useQuestion();
  if (!asking) {
    return (
      <Button
        ref={raiser}
        look={quiet ? 'quiet' : 'plain'}
        onClick={ask}
        className={quiet ? '-ms-4' : ''}
      >
        {words}
      </Button>
    );
  }
  return (
    <Question
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
 * A question that stands in the place of the button which raised it. Once it is answered the button
 * is back, and so is the focus: whoever uses the keyboard goes on where they were.
 */
export function useQuestion(): {
  asking: boolean;
  ask: () => void;
  answer: () => void;
  /** Takes the question back unanswered; the focus is elsewhere, and stays there. */
  drop: () => void;
  /** For the button. */
  raiser: (button: HTMLButtonElement | null) => (() => void) | undefined;
} {
  const [state, setState] = useState<'idle' | 'asking' | 'answered'>('idle');
  return {
    asking: state === 'asking',
    ask: () => setState('asking'),
    answer: () => setState('answered'),
    drop: () => setState('idle'),
    raiser: state === 'answered' ? takeFocus : focusHeadingAfter,
  };
}
