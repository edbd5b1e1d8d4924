import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/** It looks 36 px high; four more above and below are its own as well. */
const shape = [
  'relative inline-flex min-h-9 min-w-11 shrink-0 items-center justify-center gap-[7px] rounded-full',
  'border border-line bg-card px-[11px] text-sm font-medium whitespace-nowrap',
  'after:absolute after:-inset-x-px after:-inset-y-[5px]',
].join(' ');

const chosen = 'border-pill! bg-pill! text-on-pill';

/** One of several views or filters; the chosen one is ink. */
export function Chip({ on, className, ...rest }: ComponentProps<'button'> & { on: boolean }) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={on}
      className={classes(shape, on && chosen, className)}
    />
  );
}

function ChipAnchor({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={classes(
        shape,
        'aria-[current=page]:border-pill aria-[current=page]:bg-pill aria-[current=page]:text-on-pill',
        className,
      )}
    >
      {children}
    </a>
  );
}

/** The same for a view with an address of its own. */
export const ChipLink = createLink(ChipAnchor);

/** Chips in a row that is moved sideways where there are many; `label` says what they choose. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex gap-1.5 overflow-x-auto px-3 py-1.5 [scrollbar-width:none]"
    >
      {children}
    </div>
  );
}
