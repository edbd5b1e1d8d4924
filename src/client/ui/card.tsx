import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** A sheet of paper on the ground; its parts are separated by chalk lines. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classes('chalk rounded-md bg-card text-ink', className)} />;
}
