import { freezeTransactions, thawTransactions } from '#sync/storage/transactions.ts';

/**
 * Ends the transactions of a page that enters the back/forward cache, where WebKit would keep them and their
 * locks. A page that comes back after some were cut off is loaded anew.
 */
export function followPageCache(
  page: Pick<EventTarget, 'addEventListener'> = globalThis,
  reload: () => void = () => location.reload(),
): void {
  let wasCut = false;
  const onHide = (event: Event) => {
    if (isOfCache(event)) wasCut = freezeTransactions() > 0;
  };
  const onShow = (event: Event) => {
    if (!isOfCache(event)) return;
    thawTransactions();
    if (wasCut) reload();
  };
  page.addEventListener('pagehide', onHide);
  page.addEventListener('pageshow', onShow);
}

function isOfCache(event: Event): boolean {
  return 'persisted' in event && event.persisted === true;
}
