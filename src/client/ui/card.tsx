import { use, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { HeadingLevel } from './page.tsx';

/** A sheet of paper on the ground; its parts are separated by chalk lines. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classes('chalk rounded-md bg-card text-ink', className)} />;
}

/** What a card is called: a heading under that of its section, or of the page that it stands on. */
export function CardHeading({ children }: { children: ReactNode }) {
  const look = 'min-w-0 text-md wrap-break-word';
  return use(HeadingLevel) === 'h3' ? (
    <h3 className={look}>{children}</h3>
  ) : (
    <h2 className={look}>{children}</h2>
  );
}
