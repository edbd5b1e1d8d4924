import { useEffect, useRef, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { siteName } from './site-name.ts';

type PageProps = {
  /** The heading, and the window's title before the site's name. */
  title: string;
  /** A line under the heading, such as "These tips has not been booked". */
  note?: ReactNode;
  /** Use the whole width of a desk, for lists in columns; else a column that reads well. */
  wide?: boolean;
  /** For a page whose first thing says its name in another way, such as the home banner. */
  headingHidden?: boolean;
  /** What stands at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** One screen: its heading, which takes the focus when the page opens, and its window title. */
export function Page({ title, note, wide, headingHidden, aside, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · ${siteName()}`;
  }, [title]);

  useEffect(() => {
    focusOnceOpened(heading.current);
  }, []);

  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 py-4 md:py-6">
      <div className={headingHidden ? 'sr-only' : 'flex flex-wrap items-center gap-2'}>
        <h1 ref={heading} tabIndex={-1} className="min-w-0 text-xl wrap-anywhere">
          {title}
        </h1>
        {aside !== undefined && <div className="ms-auto">{aside}</div>}
      </div>
      {note !== undefined && <p className="mt-1 text-dim">{note}</p>}
      <div className={classes(!headingHidden && 'mt-4', !wide && 'max-w-152')}>{children}</div>
    </div>
  );
}

let firstPage = true;

/** The page the browser opened keeps the browser's own focus; every later one announces itself. */
function focusOnceOpened(heading: HTMLHeadingElement | null): void {
  if (!firstPage) heading?.focus({ preventScroll: true });
  firstPage = false;
}
