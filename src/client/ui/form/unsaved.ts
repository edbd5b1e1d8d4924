const dirty = new Set<symbol>();
const watchers = new Set<() => void>();

/** Registers unsaved work of a form; returns the function that ends the registration. */
export function holdUnsaved(): () => void {
  const form = Symbol('form');
  dirty.add(form);
  announce();
  return () => {
    dirty.delete(form);
    announce();
  };
}

/** Runs a function as soon as no form has unsaved work, at once if none has. */
export function whenSaved(run: () => void): void {
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
