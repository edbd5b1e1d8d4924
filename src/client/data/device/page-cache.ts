import { freezeTransactions, thawTransactions } from '#sync/storage/transactions.ts';

/**
 * Aborts open transactions when the page enters the back/forward cache, because WebKit would not
 * release their locks. Reloads the page when it returns after such an abort.
 */
export function releaseLocksInPageCache(
  page: Pick<EventTarget, 'addEventListener'> = globalThis,
  reload: () => void = () => location.reload(),
): void {
  let hasAborted = false;
  const onHide = (event: Event) => {
    if (isCached(event)) hasAborted = freezeTransactions() > 0;
  };
  const onShow = (event: Event) => {
    if (!isCached(event)) return;
    thawTransactions();
    if (hasAborted) reload();
  };
  page.addEventListener('pagehide', onHide);
  page.addEventListener('pageshow', onShow);
}

function isCached(event: Event): boolean {
  return 'persisted' in event && event.persisted === true;
}
