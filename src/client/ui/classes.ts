/** Joins class names and skips absent ones. */
export function joinClasses(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** Green for positive amounts, red for negative ones, no colour class for zero. */
export function signColourClass(amount: number): string | false {
  return amount > 0 ? 'text-won' : amount < 0 && 'text-lost';
}

/** Classes of text fields and selects. Below a font size of 16 px phones would zoom in on focus. */
export const controlClasses =
  'control-border block w-full min-h-11 rounded-sm bg-card px-3 py-2 text-[1rem] text-ink placeholder:text-dim aria-invalid:border-lost';
