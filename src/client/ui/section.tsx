import { useId, type ReactNode, type Ref } from 'react';
import { HeadingLevel } from './heading-level.ts';

type SectionProps = {
  title: ReactNode;
  aside?: ReactNode;
  /** The heading, for who leads the focus to this part. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/** A part of a page under its own heading, with a link at the heading's end. */
export function Section({ title, aside, heading, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-2 flex min-h-11 items-center justify-between gap-2">
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
