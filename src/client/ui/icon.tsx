import { classes } from './classes.ts';

const paths = {
  home: 'M4 11.5 12 5l8 6.5V20H4z',
  tips: 'M4 6h16M4 12h11M4 18h16',
  post: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 8v8M8 12h8',
  tickets: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v2M14 11v2M14 16v2',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c1.2-3.6 4-5 7.5-5s6.3 1.4 7.5 5',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  next: 'm9 6 6 6-6 6',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15.5 15.5 20 20',
  eye: 'M3 12s3.4-6 9-6 9 6 9 6-3.4 6-9 6-9-6-9-6ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
} as const;

/** A line drawing of 24 px beside a word that says the same; never alone. */
export function Icon({ name, className }: { name: keyof typeof paths; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes('size-6 shrink-0', name === 'next' && 'rtl:-scale-x-100', className)}
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** Says "picked" in a shape, where the yellow alone would say it in a colour. */
export function Tick() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 shrink-0">
      <path d="m3 8.5 3.2 3.2L13 4.9" fill="none" stroke="currentColor" strokeWidth="2.2" />
    </svg>
  );
}
