import { type ReactNode } from 'react';
import { classes } from './classes.ts';
import { lazyNamed, LazyPart } from './lazy-part.tsx';

const VirtualList = lazyNamed(() => import('./virtual-list.tsx'), 'VirtualList');

type WindowListProps<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** About how tall an item is, until it was measured. */
  estimate: number;
  /** Two columns on a desk. */
  columns?: boolean;
  children: (item: Item) => ReactNode;
};

/** As many items as a browser lays out without noticing; a first page always is so short. */
const few = 30;

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

function PlainList<Item>({ label, items, keyOf, columns, children }: WindowListProps<Item>) {
  return (
    <ul
      aria-label={label}
      className={classes('grid grid-cols-1 items-start gap-3', columns && 'lg:grid-cols-2')}
    >
      {items.map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
    </ul>
  );
}
