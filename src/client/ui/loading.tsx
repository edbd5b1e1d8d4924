import type { ReactNode } from 'react';

const heights = { line: 'h-6', row: 'h-16', card: 'h-36' } as const;

type LoadingProps = {
  /** The spec's words, such as "Fetching tipsters"; shown, and read out politely. */
  label: ReactNode;
  /** How many shapes wait, and of which height, so that nothing jumps when they arrive. */
  rows?: number;
  shape?: keyof typeof heights;
};

/** Keeps the place of what is on its way. */
export function Loading({ label, rows = 3, shape = 'card' }: LoadingProps) {
  return (
    <div role="status">
      <p className="mb-3 text-sm text-dim">{label}</p>
      <div aria-hidden="true" className="grid gap-3">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={`skeleton rounded-md ${heights[shape]}`} />
        ))}
      </div>
    </div>
  );
}
