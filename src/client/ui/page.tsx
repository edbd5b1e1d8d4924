import { t } from '@lingui/core/macro';
import { createLink } from '@tanstack/react-router';
import {
  createContext,
  useEffect,
  useId,
  useRef,
  type ComponentProps,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { joinClasses } from './classes.ts';
import { Icon } from './icon.tsx';

type PageProps = {
  /** The heading, also the first part of the window's title. */
  title: string;
  /** A line under the heading, such as "These tips has not been booked". */
  note?: ReactNode;
  /** Uses the full width of a desktop, for lists in columns; else a width that is easy to read. */
  wide?: boolean;
  /** Hides the heading visually if the page shows its title elsewhere, such as the home banner. */
  headingHidden?: boolean;
  /** Content at the end of the heading's line. */
  aside?: ReactNode;
  /** Less space under the heading, for a page that begins with chips. */
  dense?: boolean;
  children: ReactNode;
};

/** A page with its heading, which gets the focus when the page opens, and its window title. */
export function Page(props: PageProps) {
  const { title, note, wide, headingHidden, aside, dense = false, children } = props;
  const heading = usePageHeading(title);
  return (
    <div
      className={joinClasses(
        'mx-auto w-full max-w-[72rem] px-4',
        dense ? 'pt-1.5 pb-4 md:pt-4' : 'py-4 md:py-6',
      )}
    >
      <div className={headingHidden ? 'sr-only' : 'flex flex-wrap items-center gap-2'}>
        <h1 ref={heading} tabIndex={-1} className="min-w-0 text-xl wrap-anywhere">
          {title}
        </h1>
        {aside !== undefined && (
          <div className="ms-auto flex max-w-full min-w-0 grow justify-end">{aside}</div>
        )}
      </div>
      {note !== undefined && <p className="mt-1 text-dim">{note}</p>}
      <div
        className={joinClasses(
          !headingHidden && (dense ? 'mt-1 md:mt-4' : 'mt-4'),
          !wide && 'max-w-152',
        )}
      >
        {children}
      </div>
    </div>
  );
}

let firstPage = true;

/** Sets the window title; returns the heading's ref, which focuses it when the page opens. */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · ${t`Touchline, football tipster site`}`;
  }, [title]);

  useEffect(() => {
    // On the first page the browser sets the focus; later the focus announces the page's heading.
    if (!firstPage) heading.current?.focus({ preventScroll: true });
    firstPage = false;
  }, []);

  return heading;
}

type SectionProps = {
  title: ReactNode;
  aside?: ReactNode;
  /** The ref of the heading, to move the focus to this section. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/** A section of a page with a heading, and an optional link at the end of the heading. */
export function Section({ title, aside, heading, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-2">
        <h2
          id={id}
          ref={heading}
          tabIndex={heading === undefined ? undefined : -1}
          className="text-lg"
        >
          {title}
        </h2>
        {aside}
      </div>
      <HeadingLevel value="h3">{children}</HeadingLevel>
    </section>
  );
}

/** The heading level of cards: h2 on a page, h3 inside a section. */
export const HeadingLevel = createContext<'h2' | 'h3'>('h2');

function AsideAnchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className="inline-flex min-h-11 shrink-0 items-center gap-0.5 text-sm font-medium text-dim hover:text-ink hover:underline"
    >
      {children}
      <Icon name="next" className="size-4" />
    </a>
  );
}

/** A link at the end of a section's heading to the complete list. */
export const AsideLink = createLink(AsideAnchor);

/** Links between pages about one subject, shown as tabs. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap gap-x-5 border-b-[1.5px] border-line">
      {children}
    </nav>
  );
}

function TabAnchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className="inline-flex min-h-11 min-w-11 items-center justify-center border-b-[3px] border-transparent font-semibold text-dim aria-[current=page]:border-ink aria-[current=page]:text-ink"
    >
      {children}
    </a>
  );
}

export const TabLink = createLink(TabAnchor);
