import { useState, type ReactNode } from 'react';

/** A scrollable frame for a table that is wider than the window, such as at 200 % text size. */
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
      // Makes a wide table a tab stop, so that keyboard users can scroll it with the arrow keys.
      {...(wide && { tabIndex: 0, role: 'group', 'aria-label': name })}
      className="relative overflow-x-auto"
    >
      {children}
    </div>
  );
}

type FramedTableProps = {
  /** The accessible name of the table. */
  name: string;
  look: string;
  headLook: string;
  /** The text and classes of each column heading. */
  columns: readonly (readonly [words: ReactNode, className?: string])[];
  children: ReactNode;
};

/** A table with column headings. */
export function FramedTable({ name, look, headLook, columns, children }: FramedTableProps) {
  return (
    <TableFrame name={name}>
      <table className={look}>
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr className={headLook}>
            {columns.map(([words, className], index) => (
              <th key={index} scope="col" className={className}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableFrame>
  );
}
