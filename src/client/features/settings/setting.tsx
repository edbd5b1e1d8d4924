import { useId, type ReactNode } from 'react';
import { Card } from '#client/ui/card.tsx';

/** One thing that can be set, under its own heading. */
export function Setting({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="-mx-2 grid grid-cols-1 gap-3 p-4 wrap-break-word md:mx-0">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </Card>
  );
}
