import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

type QuestionProps = {
  /** What the button that does it says. */
  words: ReactNode;
  question: ReactNode;
  onConfirm: () => void;
  onKeep: () => void;
};

/** A question in the place of the button that raised it. */
export function Question({ words, question, onConfirm, onKeep }: QuestionProps) {
  return (
    <div role="group" className="flex w-full flex-wrap items-center gap-2">
      <p className="w-full text-sm font-semibold" role="status">
        {question}
      </p>
      <Button look="danger" onClick={onConfirm}>
        {words}
      </Button>
      <Button ref={takeFocus} onClick={onKeep}>
        <Trans>Keep it</Trans>
      </Button>
    </div>
  );
}

type ConfirmActProps = Omit<QuestionProps, 'onKeep'> & {
  /** Small, for an act that is possible but not meant. */
  quiet?: boolean;
};

/** An act that cannot be taken back: the first tap asks, in place, and only the second does it. */
export function ConfirmAct({ words, question, onConfirm, quiet = false }: ConfirmActProps) {
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <Button
        look={quiet ? 'quiet' : 'plain'}
        onClick={() => setAsking(true)}
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
      onKeep={() => setAsking(false)}
      onConfirm={() => {
        setAsking(false);
        onConfirm();
      }}
    />
  );
}

/** The button that was pressed is gone; the safe answer takes the focus. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}
