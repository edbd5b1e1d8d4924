import { useMemo } from 'react';
import { useDevice } from './device-context.ts';
import type { Editing, Reposting } from './repost.ts';
import { useRunning } from './running.ts';

/** The ways on from a tip that was refused. */
export type Repost = {
  postOthers: (operationId: string) => Promise<Reposting>;
  editAgain: (operationId: string, replace: boolean) => Promise<Editing>;
};

/** What can be done with a refused tip; the code loads with the first such act. */
export function useRepost(): Repost {
  const { member } = useDevice();
  const { engine } = useRunning();
  return useMemo(
    () => ({
      postOthers: async (operationId) => {
        if (!member) return 'gone';
        const { postOthers } = await import('./repost.ts');
        const reposting = await postOthers(member, operationId, engine?.serverNow() ?? new Date());
        engine?.nudge();
        return reposting;
      },
      editAgain: async (operationId, replace) => {
        if (!member) return 'gone';
        const { editAgain } = await import('./repost.ts');
        return editAgain(member, operationId, replace);
      },
    }),
    [member, engine],
  );
}
