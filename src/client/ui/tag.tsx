import { Trans } from '@lingui/react/macro';
import { createContext, use, type ReactNode } from 'react';
import { joinClasses } from './classes.ts';

/** The meaning of a tag, which its colour repeats. */
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

/** A short state text; the colour only repeats it. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={joinClasses(
        'inline-flex min-h-6 max-w-full shrink-0 items-center gap-1 rounded-tag px-2 py-0.5 text-xs font-medium',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

type ChangeStateTagProps = {
  /** `unknown`: sent, but no response was seen. */
  state: 'saved' | 'sending' | 'unknown' | 'needs-you' | 'blocked' | 'waits';
};

/** The state of a change on its way to the server. */
export function ChangeStateTag({ state }: ChangeStateTagProps) {
  const durable = useIsSavingDurable();
  switch (state) {
    case 'sending':
      return (
        <Tag tone="waiting">
          <Trans>Sending</Trans>
        </Tag>
      );
    case 'needs-you':
      return (
        <Tag tone="needs">
          <Trans>Waiting for your decision</Trans>
        </Tag>
      );
    case 'saved':
    case 'blocked':
    case 'waits':
    // Stored and sent again unchanged: nothing is in flight, whatever the last attempt returned.
    case 'unknown':
      return (
        <Tag tone="saved">
          {durable ? <Trans>Saved on this phone</Trans> : <Trans>Not kept on this phone</Trans>}
        </Tag>
      );
  }
}

/** Whether changes outlive this page; a browser may refuse its storage. */
export const DurableSavingContext = createContext(true);

/** Whether "Saved on this phone" is true. */
export function useIsSavingDurable(): boolean {
  return use(DurableSavingContext);
}
