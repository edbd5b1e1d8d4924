import { useActions } from './actions.ts';
import { sayLocked } from './say-locked.ts';
import { type Repost, useRepost } from './use-repost.ts';

/** What can be done about an operation that is not through. */
export function useWaysOn(): Repost & Pick<ReturnType<typeof useActions>, 'retry' | 'discard'> {
  const { retry, discard } = useActions();
  return { retry: (id) => sayLocked(retry(id), undefined), discard, ...useRepost() };
}
