import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

function Anchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className="inline-flex min-h-11 items-center text-sm font-bold text-dim underline underline-offset-4 hover:text-ink"
    >
      {children}
    </a>
  );
}

/** The way to the whole of what a section shows a part of, at the end of its heading. */
export const AsideLink = createLink(Anchor);
