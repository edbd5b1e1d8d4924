import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { joinClasses } from '../classes.ts';
import { createLazyComponent, LazyContent } from '../lazy-content.tsx';
import { Notice } from '../notice.tsx';
import { useOffline } from '../offline.ts';

const VirtualList = createLazyComponent(() => import('./virtual-list.tsx'), 'VirtualList');

type WindowedListProps<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The estimated height of an item in pixels, used until it is measured. */
  estimate: number;
  /** Shows two columns on a desktop. */
  columns?: boolean;
  children: (item: Item) => ReactNode;
};

/**
 * The maximum number of items rendered without delay; a first page never has more. Longer lists
 * follow the window's scroll position, so a list in another scroll area must not have more items.
 */
export const maxPlainItems = 30;

/**
 * A list of any length. A longer list renders only the items near the window; its code loads
 * separately, because no first page needs it.
 */
export function WindowedList<Item>(props: WindowedListProps<Item>) {
  const { items, keyOf, children, label, estimate, columns = false } = props;
  if (items.length <= maxPlainItems) return <PlainList {...props} />;
  return (
    <LazyContent
      waiting={<PlainList {...props} items={items.slice(0, maxPlainItems)} />}
      instead={<PlainList {...props} />}
    >
      <VirtualList
        label={label}
        keys={items.map(keyOf)}
        estimate={estimate}
        columns={columns}
        draw={(index) => {
          const item = items[index];
          return item === undefined ? undefined : children(item);
        }}
      />
    </LazyContent>
  );
}

function PlainList<Item>(props: WindowedListProps<Item>) {
  const { label, items, keyOf, estimate, columns = false, children } = props;
  // Paints the visible items first, then renders the others.
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const inWindow = Math.ceil(innerHeight / estimate) * (columns ? 2 : 1);
  return (
    <ul
      aria-label={label}
      className={joinClasses('grid grid-cols-1 items-start gap-3', columns && 'lg:grid-cols-2')}
    >
      {(painted ? items : items.slice(0, inWindow)).map((item) => (
        <li key={keyOf(item)} data-row={keyOf(item)}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

type LoadMoreProps = {
  /** True if this device or the server has more items. */
  hasMore: boolean;
  state?: 'idle' | 'waiting' | 'failed';
  onLoad: () => void;
  children: ReactNode;
};

/**
 * A button that loads more items; a failure is explained next to the button. At the end of the
 * list, a line of text replaces the button and gets its focus.
 */
export function LoadMore({ hasMore, state = 'idle', onLoad, children }: LoadMoreProps) {
  const [pressed, setPressed] = useState(false);
  const isOffline = useOffline();
  if (!hasMore) {
    return (
      pressed && (
        <p
          ref={focusIfFocusLost}
          tabIndex={-1}
          role="status"
          className="mt-4 text-center text-sm text-dim"
        >
          <Trans>That is all.</Trans>
        </p>
      )
    );
  }
  const load = () => {
    setPressed(true);
    onLoad();
  };
  return (
    <div className="mt-4 grid gap-3">
      {state === 'failed' && (
        <Notice tone="saved" role="status">
          {isOffline ? (
            <Trans>More comes when you are online.</Trans>
          ) : (
            <Trans>No more could be fetched.</Trans>
          )}
        </Notice>
      )}
      <Button className="w-full" busy={state === 'waiting'} onClick={load}>
        {children}
      </Button>
    </div>
  );
}

/** Focuses the line only if the removed button had the focus, not another element. */
function focusIfFocusLost(line: HTMLElement | null): void {
  if (document.activeElement === document.body) line?.focus({ preventScroll: true });
}
