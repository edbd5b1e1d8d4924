import { use, type ComponentProps, type ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import { HeadingLevel } from './page.tsx';

/** A framed area with its own background; lines separate its sections. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={joinClasses('card-border rounded-md bg-card text-ink', className)}
    />
  );
}

/** The heading of a card, one level below the heading of its section or page. */
export function CardHeading({ children }: { children: ReactNode }) {
  const look = 'min-w-0 text-md wrap-break-word';
  return use(HeadingLevel) === 'h3' ? (
    <h3 className={look}>{children}</h3>
  ) : (
    <h2 className={look}>{children}</h2>
  );
}
