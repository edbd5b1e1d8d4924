import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** What a badge says besides its words. */
export type Tone = 'won' | 'lost' | 'waiting' | 'void' | 'saved' | 'needs' | 'quiet';

const tones: Record<Tone, string> = {
  won: 'bg-won-ground text-won',
  lost: 'bg-lost-ground text-lost',
  waiting: 'bg-waiting-ground text-waiting',
  void: 'bg-waiting-ground text-waiting',
  saved: 'bg-saved-ground text-saved',
  needs: 'bg-lost-ground text-lost',
  quiet: 'bg-sunk text-dim',
};

/** A word or two about a state; the colour only repeats them. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex max-w-full shrink-0 items-center gap-1 rounded-sm px-2 py-0.5 text-xs font-bold',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
