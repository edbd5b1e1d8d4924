/** The id after which the next page begins, as an answer's `Link` header names it. */
export function nextPageOf({ next }: { next?: string }): string | null {
  // Only the query is read, so it does not matter whether the address is whole.
  return new URLSearchParams(next?.split('?')[1] ?? '').get('before');
}
