import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Radio } from './radio.tsx';

/** It looks 36 px high; four more above and below are its own as well. */
const shape = [
  'relative inline-flex min-h-9 min-w-11 shrink-0 items-center justify-center gap-[7px] rounded-full',
  'border border-line bg-card px-[11px] text-sm font-medium whitespace-nowrap',
  'after:absolute after:-inset-x-px after:-inset-y-[5px]',
].join(' ');

const chosen = 'border-pill! bg-pill! text-on-pill forced-colors:underline';

/** Something that is on or off; what is on is ink. */
export function ToggleChip({ on, className, ...rest }: ComponentProps<'button'> & { on: boolean }) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={on}
      className={classes(shape, on && chosen, className)}
    />
  );
}

/** One of several views or filters, one of which is always chosen. It moves into sight once it is. */
export function RadioChip({ onChoose, ...rest }: ComponentProps<typeof Radio>) {
  return (
    <Radio
      {...rest}
      onChoose={(label) => {
        onChoose(label);
        label.scrollIntoView({ block: 'nearest', inline: 'center' });
      }}
      className={classes(
        shape,
        'cursor-pointer has-checked:border-pill has-checked:bg-pill has-checked:text-on-pill forced-colors:has-checked:underline',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
      )}
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

type ChipsProps = {
  /** What they choose. */
  label: string;
  role?: 'group' | 'radiogroup';
  children: ReactNode;
};

/** Chips in a row that is moved sideways where there are many. */
export function Chips({ label, role = 'group', children }: ChipsProps) {
  return (
    <div
      role={role}
      aria-label={label}
      // A browser leaves one that is partly in sight where it is.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      className="flex scroll-px-3 gap-1.5 overflow-x-auto px-3 py-1.5 [scrollbar-width:none]"
    >
      {children}
    </div>
  );
}
