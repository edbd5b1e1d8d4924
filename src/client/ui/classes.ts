/** Joins class names and leaves out what is not there. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** Green above nothing and red below it; nothing itself stays as it is. */
export function signInk(amount: number): string | false {
  return amount > 0 ? 'text-won' : amount < 0 && 'text-lost';
}

/** The look of every control one can type or choose in. 16 px, or phones zoom in on it. */
export const control =
  'edge block w-full min-h-11 rounded-sm bg-card px-3 py-2 text-[1rem] text-ink placeholder:text-dim aria-invalid:border-lost';
