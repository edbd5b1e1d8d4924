import { useId, type ReactNode } from 'react';

type SectionProps = { title: ReactNode; aside?: ReactNode; children: ReactNode };

/** A part of a page under its own heading, with a link at the heading's end. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-2 flex min-h-11 items-center justify-between gap-2">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
