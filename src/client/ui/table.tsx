import { useState, type ReactNode } from 'react';

type ColumnHeadsProps = {
  className: string;
  /** The words of each column, and how it is aligned. */
  columns: readonly (readonly [words: ReactNode, className?: string])[];
};

/** The first row of a table. */
function ColumnHeads({ className, columns }: ColumnHeadsProps) {
  return (
    <tr className={className}>
      {columns.map(([words, look], index) => (
        <th key={index} scope="col" className={look}>
          {words}
        </th>
      ))}
    </tr>
  );
}

/** Where a table stands that may be wider than the window, as with letters of twice their size. */
export function TableFrame({ name, children }: { name: string; children: ReactNode }) {
  const [wide, setWide] = useState(false);
  return (
    <div
      ref={(frame) => {
        if (!frame) return undefined;
        const watch = new ResizeObserver(() => setWide(frame.scrollWidth > frame.clientWidth));
        watch.observe(frame);
        return () => watch.disconnect();
      }}
      // Who has no mouse scrolls it with arrows; what fits is no stop on their way.
      {...(wide && { tabIndex: 0, role: 'group', 'aria-label': name })}
      className="relative overflow-x-auto"
    >
      {children}
    </div>
  );
}

type FramedTableProps = ColumnHeadsProps & {
  /** What the table is called, for who does not see it or scrolls it. */
  name: string;
  look: string;
  head?: string;
  children: ReactNode;
};

/** A table with its columns' heads; its rows are given. */
export function FramedTable({ name, look, head, children, ...heads }: FramedTableProps) {
  return (
    <TableFrame name={name}>
      <table className={look}>
        <caption className="sr-only">{name}</caption>
        <thead className={head}>
          <ColumnHeads {...heads} />
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableFrame>
  );
}
