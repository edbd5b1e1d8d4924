import type { ReactNode } from 'react';
import { classes } from './classes.ts';

const tones = {
  calm: 'bg-sunk text-ink',
  saved: 'bg-saved-ground text-saved',
  warning: 'bg-lost-ground text-lost',
  good: 'bg-won-ground text-won',
} as const;

type NoticeProps = {
  tone?: keyof typeof tones;
  title?: ReactNode;
  /** `alert` is read out at once: only for what a person just did. */
  role?: 'status' | 'alert' | 'note';
  children?: ReactNode;
  /** Buttons under the words. */
  acts?: ReactNode;
};

/** Something to know that belongs to the page, not to a moment. */
export function Notice({ tone = 'calm', title, role, children, acts }: NoticeProps) {
  return (
    <div role={role} className={classes('rounded-sm px-4 py-3 wrap-break-word', tones[tone])}>
      {title !== undefined && <p className="font-bold">{title}</p>}
      {children !== undefined && <div className="text-sm">{children}</div>}
      {acts !== undefined && <div className="mt-3 flex flex-wrap gap-2">{acts}</div>}
    </div>
  );
}
