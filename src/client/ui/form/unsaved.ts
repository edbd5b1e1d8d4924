const dirty = new Set<symbol>();
const watchers = new Set<() => void>();

/** Marks that a form holds something nobody has saved, until the answer is called. */
export function holdUnsaved(): () => void {
  const form = Symbol('form');
  dirty.add(form);
  announce();
  return () => {
    dirty.delete(form);
    announce();
  };
}

/** Runs something as soon as no form holds unsaved work: at once, when none does. */
export function onceSaved(run: () => void): void {
  if (dirty.size === 0) {
    run();
    return;
  }
  const look = () => {
    if (dirty.size > 0) return;
    watchers.delete(look);
    run();
  };
  watchers.add(look);
}

function announce(): void {
  for (const watcher of watchers) watcher();
}
