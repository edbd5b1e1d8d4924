import { observed, type Observable } from '#sync/observable.ts';

const shown = observed(false);

/** Whether the first screen of this page shows what the device holds, and the engine is being loaded. */
export const isFirstScreenShown: Observable<boolean> = shown;

export function noteFirstScreen(): void {
  shown.set(true);
}
