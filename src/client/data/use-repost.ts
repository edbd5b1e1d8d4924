import { useMemo } from 'react';
import type { IfStarted } from '#domain/kick-off.ts';
import type { Ticket } from '#contract/tickets.ts';
import { useDevice } from './device-context.ts';
import type { Editing, Reposting } from './repost.ts';
import { useRunning } from './running.ts';
import { serverNow } from './server-clock.ts';

/** The ways on from a tip that is not as its person wants it. */
export type Repost = {
  postOthers: (operationId: string) => Promise<Reposting>;
  editAgain: (operationId: string, replace: boolean) => Promise<Editing>;
  /** Answers whether the tip had not left this phone yet, so that the choice could still change. */
  chooseIfStarted: (operationId: string, ifStarted: IfStarted) => Promise<boolean>;
  withdrawAndCorrect: (ticket: Ticket, replace: boolean) => Promise<Editing>;
};

/** What can be done with such a tip; the code loads with the first such act. */
export function useRepost(): Repost {
  const { member } = useDevice();
  const { engine } = useRunning();
  return useMemo(
    () => ({
      postOthers: async (operationId) => {
        if (!member) return 'gone';
        const { postOthers } = await import('./repost.ts');
        const reposting = await postOthers(member, operationId, serverNow(engine));
        engine?.nudge();
        return reposting;
      },
      editAgain: async (operationId, replace) => {
        if (!member) return 'gone';
        const { editAgain } = await import('./repost.ts');
        return editAgain(member, operationId, replace);
      },
      chooseIfStarted: async (operationId, ifStarted) => {
        if (!member) return false;
        const { chooseIfStarted } = await import('./repost.ts');
        const chosen = await chooseIfStarted(member, operationId, ifStarted);
        engine?.nudge();
        return chosen;
      },
      withdrawAndCorrect: async (ticket, replace) => {
        if (!member) return 'gone';
        const { withdrawAndCorrect } = await import('./repost.ts');
        const editing = await withdrawAndCorrect(member, ticket, replace);
        engine?.nudge();
        return editing;
      },
    }),
    [member, engine],
  );
}
