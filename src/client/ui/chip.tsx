import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import { Radio } from './radio.tsx';

/** The chip looks 36 px high, but 4 px above and below also react to taps. */
const shape = [
  'relative inline-flex min-h-9 min-w-11 shrink-0 items-center justify-center gap-[7px] rounded-full',
  'border border-line bg-card px-[11px] text-sm font-medium whitespace-nowrap',
  'after:absolute after:-inset-x-px after:-inset-y-[5px]',
].join(' ');

const chosenClasses = 'border-pill! bg-pill! text-on-pill forced-colors:underline';

/** A toggle button; a dark background marks the pressed state. */
export function ToggleChip({ on, className, ...rest }: ComponentProps<'button'> & { on: boolean }) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={on}
      className={joinClasses(shape, on && chosenClasses, className)}
    />
  );
}

/** A chip that selects one of several views or filters; scrolls into view when selected. */
export function RadioChip({ onChoose, ...rest }: ComponentProps<typeof Radio>) {
  return (
    <Radio
      {...rest}
      onChoose={(label) => {
        onChoose(label);
        label.scrollIntoView({ block: 'nearest', inline: 'center' });
      }}
      className={joinClasses(
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
      className={joinClasses(
        shape,
        'aria-[current=page]:border-pill aria-[current=page]:bg-pill aria-[current=page]:text-on-pill',
        className,
      )}
    >
      {children}
    </a>
  );
}

/** A chip that links to a view with its own URL. */
export const ChipLink = createLink(ChipAnchor);

type ChipsProps = {
  /** The accessible name of the group. */
  label: string;
  role?: 'group' | 'radiogroup';
  children: ReactNode;
};

/** A row of chips that scrolls sideways. */
export function Chips({ label, role = 'group', children }: ChipsProps) {
  return (
    <div
      role={role}
      aria-label={label}
      // Browsers do not scroll to a focused element that is partly visible.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      className="flex scroll-px-3 gap-1.5 overflow-x-auto px-3 py-1.5 [scrollbar-width:none]"
    >
      {children}
    </div>
  );
}
