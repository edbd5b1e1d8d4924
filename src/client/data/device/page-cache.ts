import { freezeTransactions, thawTransactions } from '#sync/storage/transactions.ts';

/**
 * Ends the transactions of a page that enters the back/forward cache, because WebKit would keep
 * them and their locks. Reloads a page that returns after such an abort.
 */
export function handlePageCache(
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
