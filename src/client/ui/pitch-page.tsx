import type { ReactNode } from 'react';
import { usePageHeading } from './page.tsx';

type PitchPageProps = {
  /** The heading, which is visually hidden, also the first part of the window's title. */
  title: string;
  pitch: ReactNode;
  children: ReactNode;
};

/** A page that begins with a drawn football pitch across the whole window. */
export function PitchPage({ title, pitch, children }: PitchPageProps) {
  const heading = usePageHeading(title);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        {title}
      </h1>
      <div data-under-bar className="pitch before:hidden after:hidden">
        {pitch}
      </div>
      <div className="mx-auto w-full max-w-[72rem] px-4 pb-4 md:pb-6 [&_section]:mt-3">
        {children}
      </div>
    </>
  );
}
