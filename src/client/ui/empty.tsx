import type { ReactNode } from 'react';

/** Nothing here yet: one sentence, and the one act that changes it. */
export function Empty({ children, act }: { children: ReactNode; act?: ReactNode }) {
  return (
    <div className="rounded-md border-[1.5px] border-dashed border-line px-4 py-8 text-center">
      <p className="mx-auto max-w-80 text-dim">{children}</p>
      {act !== undefined && <div className="mt-4 flex justify-center">{act}</div>}
    </div>
  );
}
