let dirtyForms = 0;
const waitingForSave = new Set<() => void>();

/** Adds a form with unsaved input to the count; returns a function that removes it. */
export function registerUnsavedForm(): () => void {
  dirtyForms += 1;
  return () => {
    dirtyForms -= 1;
    if (dirtyForms > 0) return;
    const saved = [...waitingForSave];
    waitingForSave.clear();
    for (const run of saved) run();
  };
}

/** Runs a function when no form has unsaved input, at once if that is already true. */
export function runWhenSaved(run: () => void): void {
  if (dirtyForms === 0) run();
  else waitingForSave.add(run);
}
