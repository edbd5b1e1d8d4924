import { pageDataId } from '#contract/page-data.ts';
import { isUnanswered } from '#sync/backend/first-question.ts';
import { observed, type Observable } from '#sync/observable.ts';
import type { PublicStore } from '#sync/storage/public-store.ts';

let unanswered = Promise.resolve(false);

const told = observed(false);

/** Changes once it is told that the first question of this page was not answered. */
export const silence: Observable<boolean> = told;

/** Asks whether the server is there, beside all that a start reads; a page that came with rows has its answer. */
export function askFirst(store: PublicStore): void {
  if (document.getElementById(pageDataId)) return;
  unanswered = isUnanswered({ store }).catch(() => false);
}

/**
 * Tells the screens if nobody answered, so that one without rows says why instead of waiting until the engine
 * finds out. For when they have read what this device holds.
 */
export async function tellSilence(): Promise<void> {
  if (await unanswered) told.set(true);
}
