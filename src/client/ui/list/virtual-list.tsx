import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useDeferredValue, useState, type ReactNode } from 'react';
import { scrollWindow } from '#client/startup/page-scroll.ts';
import { useHistoryEntryState } from '#client/startup/scroll-restoration.ts';
import { useIsDesktop } from '../use-desktop.ts';

type VirtualListProps = {
  label: string;
  /** The keys of the items in their order. */
  keys: readonly string[];
  /** The estimated height of an item in pixels, used until it is measured. */
  estimate: number;
  /** Shows two columns on a desktop. */
  columns: boolean;
  draw: (index: number) => ReactNode;
};

const gapPx = 12;

/** The content of an item, memoised because each scroll step renders the list again. */
const RowContent = memo(function RowContent({
  index,
  draw,
}: Pick<VirtualListProps, 'draw'> & { index: number }) {
  return draw(index);
});

/** A long list that renders only items near the window; the page scrolls, not the list. */
export function VirtualList({ label, keys, estimate, columns, draw }: VirtualListProps) {
  const lanes = useIsDesktop() && columns ? 2 : 1;
  const [top, setTop] = useState(0);
  // Restores the measured heights after Back, including those of items that are not rendered.
  const [heights] = useHistoryEntryState(`heights in ${lanes}`, () => new Map<string, number>());
  const virtual = useWindowVirtualizer({
    count: keys.length,
    estimateSize: (index) => heights.get(keys[index] ?? '') ?? estimate,
    getItemKey: (index) => keys[index] ?? index,
    scrollMargin: top,
    overscan: 6,
    gap: gapPx,
    lanes,
    measureElement: (row, entry, virtualizer) => {
      const height = measureElement(row, entry, virtualizer);
      heights.set(row.getAttribute('data-row') ?? '', height);
      return height;
    },
    scrollToFn: (offset, { adjustments = 0 }) => scrollWindow(offset + adjustments),
    // The assumed window size if there is no layout, so that the first items are rendered.
    initialRect: { width: 390, height: 844 },
  });
  // Deferred, so that new items are rendered between the frames of a scroll.
  const items = virtual.getVirtualItems();
  const first = useDeferredValue(items[0]?.index ?? 0);
  const last = useDeferredValue(items.at(-1)?.index ?? 0);
  const rows = items.filter(({ index }) => first <= index && index <= last);
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
      {rows.map(({ index, key, start, lane }) => (
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
            insetInlineStart: `calc(${(100 / lanes) * lane}% + ${lane * (gapPx / 2)}px)`,
            width: `calc(${100 / lanes}% - ${lanes === 1 ? 0 : gapPx / 2}px)`,
            transform: `translateY(${start - top}px)`,
          }}
        >
          <RowContent index={index} draw={draw} />
        </div>
      ))}
    </div>
  );
}
