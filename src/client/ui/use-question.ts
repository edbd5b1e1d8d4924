import { useState } from 'react';
import { takeFocus } from './take-focus.ts';

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
