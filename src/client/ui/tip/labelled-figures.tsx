import type { ReactNode } from 'react';

/** A number or text with its label, in the footer of a tip card. */
export type LabelledFigure = { label: ReactNode; value: ReactNode };

/** Labelled figures in a row, which wraps. */
export function LabelledFigures({ figures }: { figures: readonly LabelledFigure[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,auto))] gap-x-2.5 gap-y-1.5 px-3.5 pt-2.5 pb-2">
      {figures.map(({ label, value }, index) => (
        <div key={index}>
          <dt className="text-xs text-dim">{label}</dt>
          <dd className="figure text-lg leading-tight font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
