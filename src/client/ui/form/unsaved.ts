let dirtyForms = 0;
const waiting = new Set<() => void>();

/** Registers unsaved work of a form; returns the function that ends the registration. */
export function registerUnsavedForm(): () => void {
  dirtyForms += 1;
  return () => {
    dirtyForms -= 1;
    if (dirtyForms > 0) return;
    const saved = [...waiting];
    waiting.clear();
    for (const run of saved) run();
  };
}

/** Runs a function as soon as no form has unsaved work, at once if none has. */
export function runWhenSaved(run: () => void): void {
  if (dirtyForms === 0) run();
  else waiting.add(run);
}
