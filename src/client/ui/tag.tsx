import { Trans } from '@lingui/react/macro';
import { createContext, use, type ReactNode } from 'react';
import { joinClasses } from './classes.ts';

/** The meaning of a tag; its colour only repeats the text. */
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

/** A short text about a state; the colour only repeats it. */
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
  /** `unknown`: the change was sent, but no response came. */
  state: 'saved' | 'sending' | 'unknown' | 'needs-you' | 'blocked' | 'waits';
};

/** The state of a change that is not acknowledged by the server. */
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
    // The change is stored and will be sent again unchanged; nothing is in flight now.
    case 'unknown':
      return (
        <Tag tone="saved">
          {durable ? <Trans>Saved on this phone</Trans> : <Trans>Not kept on this phone</Trans>}
        </Tag>
      );
  }
}

/** True if changes remain stored after the page is closed; a browser may refuse storage. */
export const DurableSavingContext = createContext(true);

/** True if texts may say "Saved on this phone". */
export function useIsSavingDurable(): boolean {
  return use(DurableSavingContext);
}
