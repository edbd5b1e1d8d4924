import { useLingui } from '@lingui/react/macro';
import type { OperationProblem } from '#sync/outbox-store.ts';
import { listText } from '#client/ui/formats.ts';
import { useProblemWords } from '#client/ui/messages/problems.ts';

type Words = { title: string; text?: string };

/** The sentences for what became of an operation, by its kind. */
export function useOutcomeWords(): {
  done: (kind: string, payload: unknown, reply: unknown) => Words | undefined;
  refused: (kind: string, problem: OperationProblem | undefined) => Words;
} {
  const { t } = useLingui();
  const wordsOf = useProblemWords();
  return {
    done(kind, payload, reply) {
      switch (kind) {
        case 'tip.post': {
          const dropped = listText(droppedGames(reply));
          const title = t`Your Tip has been created Successfully`;
          if (dropped === '') return { title };
          return { title, text: t`Left out, because they had kicked off: ${dropped}` };
        }
        case 'tip.book':
          return { title: t`Yay!`, text: t`Your ticket has been booked` };
        case 'tip.withdraw':
          return { title: t`Your tip has been withdrawn` };
        case 'profile.save':
        case 'picture.set':
          return {
            title: t`Profile Updated`,
            text: t`Your profile has been updated. You can now post a tip`,
          };
        case 'follow.set':
          return isFollowing(payload)
            ? { title: t`You are now following this tipster` }
            : { title: t`You no longer follow this tipster` };
        case 'odds.set':
          return { title: t`Odd added`, text: t`Tip has been updated` };
        case 'leg.settle':
          return { title: t`Game status has been set successfully` };
        case 'tip.confirm':
          return { title: t`Ticket has been successfully confirmed` };
        default:
          return undefined;
      }
    },

    refused(kind, problem) {
      const text = problem ? wordsOf({ kind, ...problem }) : '';
      switch (kind) {
        case 'follow.set':
          return { title: text === '' ? t`You already followed this user` : text };
        case 'odds.set':
        case 'leg.settle':
          return { title: t`Error Updating Tip`, text };
        case 'tip.confirm':
          // That every game has a status is no advice where somebody else was quicker.
          if (problem?.code === 'stale-version') return { title: t`Error Updating Tip`, text };
          return {
            title: t`Error Confirming Ticket. Make sure all tip status has been confirmed`,
            ...(problem?.code !== 'legs-undecided' && { text }),
          };
        case 'tip.withdraw':
          return { title: t`Your tip was not withdrawn`, text };
        default:
          return { title: t`Needs you`, text };
      }
    },
  };
}

function isFollowing(payload: unknown): boolean {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'following' in payload &&
    payload.following === true
  );
}

/** The games a posted tip had to leave out, as the answer names them. */
function droppedGames(reply: unknown): string[] {
  if (typeof reply !== 'object' || reply === null || !('dropped' in reply)) return [];
  const { dropped } = reply;
  if (!Array.isArray(dropped)) return [];
  return dropped.flatMap((leg: unknown) =>
    typeof leg === 'object' && leg !== null && 'game' in leg && typeof leg.game === 'string'
      ? [leg.game]
      : [],
  );
}
