import { useEffect, useState } from 'react';
import type { SealedQueue } from '#sync/sealed-queues.ts';
import { siteNotes } from '../session/site-notes.ts';
import { useSession } from '../session/session.ts';
import { keeping } from './keeping.ts';

/** The queues of members who are not logged in here, and how to delete one of them for good. */
export function useSealedQueues(): {
  queues: readonly SealedQueue[];
  remove: (memberId: string) => Promise<void>;
} {
  const memberId = useSession()?.memberId;
  const [queues, setQueues] = useState<readonly SealedQueue[]>([]);

  useEffect(() => {
    let wanted = true;
    sealedFrom(memberId).then(
      (found) => wanted && setQueues(found),
      // Not every browser tells which databases it holds; then nobody is told of them here.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [memberId]);

  return {
    queues,
    remove: async (owner) => {
      const { deleteSealedQueue } = await import('#sync/sealed-queues.ts');
      await deleteSealedQueue(owner, siteNotes());
      setQueues(await sealedFrom(memberId));
    },
  };
}

/** What lies here of everybody else. */
export async function sealedFrom(memberId: string | undefined): Promise<SealedQueue[]> {
  // What lies in memory is this page's own.
  if (keeping.place.get() === 'memory') return [];
  const { sealedQueues } = await import('#sync/sealed-queues.ts');
  return (await sealedQueues()).filter((queue) => queue.memberId !== memberId);
}
