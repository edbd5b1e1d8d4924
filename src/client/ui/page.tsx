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
  /** The heading, and the beginning of the window's title. */
  title: string;
  /** A line under the heading, such as "These tips has not been booked". */
  note?: ReactNode;
  /** Uses the whole width of a desktop, for lists in columns; otherwise a readable column. */
  wide?: boolean;
  /** Hides the heading visually on a page with another visible title, such as the home banner. */
  headingHidden?: boolean;
  /** Content at the end of the heading's line. */
  aside?: ReactNode;
  /** Less space under the heading, for a list that begins with chips. */
  dense?: boolean;
  children: ReactNode;
};

/** One screen: its heading, which takes the focus when the page opens, and its window title. */
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

/** The ref of a page's heading, which takes the focus when the page opens, and names the window. */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · ${t`Touchline, football tipster site`}`;
  }, [title]);

  useEffect(() => {
    // The first page keeps the browser's own focus; every later one is announced by its heading.
    if (!firstPage) heading.current?.focus({ preventScroll: true });
    firstPage = false;
  }, []);

  return heading;
}

type SectionProps = {
  title: ReactNode;
  aside?: ReactNode;
  /** Ref of the heading, for code that moves the focus to this section. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/** A section of a page with its own heading and an optional link at the heading's end. */
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

/** The level of a card's heading: one below the page's, and one deeper inside a section. */
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

/** A link from a section to its complete list, at the end of the heading. */
export const AsideLink = createLink(AsideAnchor);

/** Tabs: pages about one subject, one tap apart. */
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
