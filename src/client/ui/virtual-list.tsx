import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useState, type ReactNode } from 'react';
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

/** A long list that draws only what is near the window, and scrolls with the page. */
export function VirtualList({ label, keys, estimate, columns, draw }: VirtualListProps) {
  const lanes = useDesktop() && columns ? 2 : 1;
  const [top, setTop] = useState(0);
  const virtual = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => estimate,
    getItemKey: (index) => keys[index] ?? index,
    scrollMargin: top,
    overscan: 6,
    gap,
    lanes,
    // A list that has not been laid out still shows its beginning.
    initialRect: { width: 390, height: 844 },
  });
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
          ref={virtual.measureElement}
          className="absolute top-0"
          style={{
            insetInlineStart: `calc(${(100 / lanes) * lane}% + ${lane * (gap / 2)}px)`,
            width: `calc(${100 / lanes}% - ${lanes === 1 ? 0 : gap / 2}px)`,
            transform: `translateY(${start - top}px)`,
          }}
        >
          {draw(index)}
        </div>
      ))}
    </div>
  );
}
