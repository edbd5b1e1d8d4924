import { useState } from 'react';

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
  raiser: ((button: HTMLButtonElement | null) => void) | undefined;
} {
  const [standing, setStanding] = useState<'idle' | 'asking' | 'answered'>('idle');
  return {
    asking: standing === 'asking',
    ask: () => setStanding('asking'),
    answer: () => setStanding('answered'),
    drop: () => setStanding('idle'),
    raiser: standing === 'answered' ? takeFocus : undefined,
  };
}

/** Gives the focus to what has just come; the same function each time, so that it is given once. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
