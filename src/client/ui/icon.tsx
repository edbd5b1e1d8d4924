import { joinClasses } from './classes.ts';

const paths = {
  home: 'M3.5 11 12 4l8.5 7v9h-6v-6h-5v6h-6z',
  tips: 'M4 6h16M4 12h16M4 18h9',
  plus: 'M12 5v14M5 12h14',
  leagues:
    'M7 4h10v5a5 5 0 0 1-10 0zM7 5.5H3.5V7A3.5 3.5 0 0 0 7 10.5M17 5.5h3.5V7a3.5 3.5 0 0 1-3.5 3.5M12 14v3M8 20.5h8M9.5 17.5h5',
  tickets: 'M3.5 6h17v4a2 2 0 0 0 0 4v4h-17v-4a2 2 0 0 0 0-4zM14 6v12',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c1.2-3.6 4-5 7.5-5s6.3 1.4 7.5 5',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM16 16l4.5 4.5',
  filter: 'M4 7h16M7 12h10M10 17h4',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  share: 'M12 15V3.5M7.5 8 12 3.5 16.5 8M5 12v8.5h14V12',
  bookmark: 'M6.5 4h11v16.5L12 16l-5.5 4.5z',
  shield: 'M12 3.5 19.5 6v6c0 4.5-3.5 7-7.5 8.5-4-1.5-7.5-4-7.5-8.5V6zM8.5 12l2.5 2.5 4.5-5',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  code: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M20 18v2h-2M14 20h1',
  phone: 'M7 3h10v18H7zM11 18h2',
  offline:
    'M4 4l16 16M9 17.5a4.5 4.5 0 0 1 6 0M5.5 13.5A9.5 9.5 0 0 1 10 11M14 11.1a9.5 9.5 0 0 1 4.5 2.4M2.5 9.7A14 14 0 0 1 7 7M11 6a14 14 0 0 1 10.5 3.7',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  minus: 'M6 12h12',
  back: 'M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm5 9 7 7 7-7',
  next: 'm9 5 7 7-7 7',
  previous: 'm15 5-7 7 7 7',
  send: 'M4 12h15M13 6l6 6-6 6',
  eye: 'M3 12s3.4-6 9-6 9 6 9 6-3.4 6-9 6-9-6-9-6ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8z',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
} as const;

export type IconName = keyof typeof paths;

/** Icons that point in the reading direction, so they are mirrored in right-to-left languages. */
const mirroredIcons: readonly IconName[] = ['next', 'previous', 'send'];

const strokeWidths: Partial<Record<IconName, number>> = { dots: 3.2 };

/** A decorative icon next to text; never the only content of a control. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidths[name] ?? 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={joinClasses(
        'shrink-0',
        !className.includes('size-') && 'size-6',
        mirroredIcons.includes(name) && 'rtl:-scale-x-100',
        className,
      )}
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** Marks a picked option by a shape, because colour alone is not accessible. */
export function TickIcon() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 shrink-0">
      <path d="m3 8.5 3.2 3.2L13 4.9" fill="none" stroke="currentColor" strokeWidth="2.2" />
    </svg>
  );
}
