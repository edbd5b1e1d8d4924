import { useState, type ReactNode } from 'react';

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
