import type { ReactNode } from 'react';

const shapes = {
  line: { height: 'h-6', words: 'top-0.5' },
  row: { height: 'h-16', words: 'top-3' },
  card: { height: 'h-36', words: 'top-3' },
} as const;

type LoadingProps = {
  /** The spec's words, such as "Fetching tipsters"; shown, and read out politely. */
  label: ReactNode;
  /** How many shapes wait, and of which height, so that nothing jumps when they arrive. */
  rows?: number;
  shape?: keyof typeof shapes;
};

/** Keeps the place of what is on its way. */
export function Loading({ label, rows = 3, shape = 'card' }: LoadingProps) {
  const { height, words } = shapes[shape];
  return (
    <div role="status" className="relative">
      <div aria-hidden="true" className="grid gap-3">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={`skeleton rounded-md ${height}`} />
        ))}
      </div>
      {/* On the first shape: a line of its own would go when they arrive, and everything move up. */}
      <p className={`absolute inset-x-4 ${words} text-sm text-dim`}>{label}</p>
    </div>
  );
}
