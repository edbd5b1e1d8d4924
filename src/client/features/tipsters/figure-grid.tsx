import type { ReactNode } from 'react';

/** A figure with its word, and what it rests on in a line of its own: a sample or an interval. */
export type FigureOf = { label: ReactNode; value: ReactNode; basis?: ReactNode };

/** Figures on one card, divided by chalk lines: three in a row, fewer where letters are large. */
export function FigureGrid({ figures }: { figures: readonly FigureOf[] }) {
  return (
    <dl className="chalk grid grid-cols-[repeat(auto-fit,minmax(max(6.75rem,calc((100%-3px)/3)),1fr))] gap-[1.5px] overflow-hidden rounded-md bg-line">
      {figures.map(({ label, value, basis }, index) => (
        <div key={index} className="flex min-h-24 flex-col bg-card px-3 py-2">
          <dt className="order-2 text-xs">{label}</dt>
          <dd className="figure order-1 text-lg font-bold md:text-xl">{value}</dd>
          <dd className="figure order-3 text-xs text-dim">{basis}</dd>
        </div>
      ))}
    </dl>
  );
}
