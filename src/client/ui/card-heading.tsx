import { use, type ReactNode } from 'react';
import { HeadingLevel } from './heading-level.ts';

/** What a card is called: a heading under that of its section, or of the page that it stands on. */
export function CardHeading({ children }: { children: ReactNode }) {
  const look = 'min-w-0 text-base wrap-anywhere';
  return use(HeadingLevel) === 'h3' ? (
    <h3 className={look}>{children}</h3>
  ) : (
    <h2 className={look}>{children}</h2>
  );
}
