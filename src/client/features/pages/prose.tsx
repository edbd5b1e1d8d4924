import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';

/** A page of running text, set for reading. */
export function Prose({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title}>
      <div className="grid max-w-prose gap-3 [&_h2]:mt-4 [&_h2]:text-lg [&_li]:ms-5 [&_li]:list-disc [&_ul]:grid [&_ul]:gap-1">
        {children}
      </div>
    </Page>
  );
}
