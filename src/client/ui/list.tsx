import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { lazyNamed, LazyPart } from './lazy-part.tsx';
import { Notice } from './notice.tsx';
import { useOffline } from './offline.ts';

const VirtualList = lazyNamed(() => import('./virtual-list.tsx'), 'VirtualList');

type WindowListProps<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** About how tall an item is, until it was measured. */
  estimate: number;
  /** Two columns on a desktop. */
  columns?: boolean;
  children: (item: Item) => ReactNode;
};

/**
 * As many items as a browser lays out without noticing; a first page always is so short. A longer list
 * follows the window, so where something else scrolls, such as a sheet, no list is longer.
 */
export const few = 30;

/**
 * A list that may be long. A short one is a plain list; only a long one draws just what is near the
 * window, with code that no first page waits for.
 */
export function WindowList<Item>(props: WindowListProps<Item>) {
  const { items, keyOf, children, label, estimate, columns = false } = props;
  if (items.length <= few) return <PlainList {...props} />;
  return (
    <LazyPart
      waiting={<PlainList {...props} items={items.slice(0, few)} />}
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
    </LazyPart>
  );
}

function PlainList<Item>(props: WindowListProps<Item>) {
  const { label, items, keyOf, estimate, columns = false, children } = props;
  // What the window shows is painted before the rest is drawn.
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const inWindow = Math.ceil(innerHeight / estimate) * (columns ? 2 : 1);
  return (
    <ul
      aria-label={label}
      className={classes('grid grid-cols-1 items-start gap-3', columns && 'lg:grid-cols-2')}
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
  /** Whether the list goes on, on this device or at the server. */
  hasMore: boolean;
  state?: 'idle' | 'waiting' | 'failed';
  onLoad: () => void;
  children: ReactNode;
};

/**
 * The button under a list that goes on; without a connection it stays, and says why nothing came. Where
 * the list ends under the finger, that is said, and the focus has somewhere to be.
 */
export function LoadMore({ hasMore, state = 'idle', onLoad, children }: LoadMoreProps) {
  const [pressed, setPressed] = useState(false);
  const isOffline = useOffline();
  if (!hasMore) {
    return (
      pressed && (
        <p
          ref={catchFocus}
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

/** Takes the focus only where the button had it: who went on meanwhile is not called back. */
function catchFocus(line: HTMLElement | null): void {
  if (document.activeElement === document.body) line?.focus({ preventScroll: true });
}
