import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { memo, useEffect, useState, type ReactNode } from 'react';
import { useEntryState } from '#client/scroll-restoration.ts';
import { useDesktop } from './use-desktop.ts';

type VirtualListProps = {
  label: string;
  /** The key of each item, in their order. */
  keys: readonly string[];
  /** About how tall an item is, until it was measured. */
  estimate: number;
  /** Two columns on a desktop. */
  columns: boolean;
  draw: (index: number) => ReactNode;
};

const gap = 12;

/** What a row shows. A scroll draws the list anew with each step, and must leave the rows alone. */
const RowContent = memo(function RowContent({
  index,
  draw,
}: Pick<VirtualListProps, 'draw'> & { index: number }) {
  return draw(index);
});

/** A long list that draws only what is near the window, and scrolls with the page. */
export function VirtualList({ label, keys, estimate, columns, draw }: VirtualListProps) {
  const lanes = useDesktop() && columns ? 2 : 1;
  const [top, setTop] = useState(0);
  // Rows that are not drawn are as tall as they were: whoever comes back finds the same ones.
  const [measured] = useEntryState(`${label} ${lanes}`, () => new Map<'rows', VirtualItem[]>());
  const virtual = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => estimate,
    getItemKey: (index) => keys[index] ?? index,
    scrollMargin: top,
    overscan: 6,
    gap,
    lanes,
    initialMeasurementsCache: measured.get('rows') ?? [],
    // A list that has not been laid out still shows its beginning.
    initialRect: { width: 390, height: 844 },
  });
  useEffect(() => () => void measured.set('rows', virtual.takeSnapshot()), [measured, virtual]);
  return (
    <div
      key={lanes}
      role="list"
      aria-label={label}
      ref={(list) => {
        if (list) setTop(list.offsetTop);
      }}
      className="relative w-full"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, key, start, lane }) => (
        <div
          key={key}
          role="listitem"
          aria-posinset={index + 1}
          aria-setsize={keys.length}
          data-index={index}
          data-row={key}
          ref={virtual.measureElement}
          className="absolute top-0"
          style={{
            insetInlineStart: `calc(${(100 / lanes) * lane}% + ${lane * (gap / 2)}px)`,
            width: `calc(${100 / lanes}% - ${lanes === 1 ? 0 : gap / 2}px)`,
            transform: `translateY(${start - top}px)`,
          }}
        >
          <RowContent index={index} draw={draw} />
        </div>
      ))}
    </div>
  );
}
