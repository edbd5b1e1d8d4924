import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

/** Pages that are sides of one thing, one tap apart. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap gap-x-5 border-b-[1.5px] border-line">
      {children}
    </nav>
  );
}

function Anchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className="inline-flex min-h-11 items-center border-b-[3px] border-transparent font-semibold text-dim aria-[current=page]:border-flag aria-[current=page]:text-ink"
    >
      {children}
    </a>
  );
}

/** One of them. */
export const TabLink = createLink(Anchor);
