import type { ReactNode } from 'react';

/** What reads from left to right in every language: "1X2 - 1", a score of 2-1, a phone number. */
export function Ltr({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}
