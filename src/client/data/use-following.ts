import { useLingui } from '@lingui/react/macro';
import type { DeviceState } from '#sync/status.ts';
import { useSession } from '#client/session/session.ts';
import { useDurable } from '#client/ui/badge.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { useActions } from './actions.ts';
import { useNotSavedWords } from './not-saved.ts';
import { useFollows } from './use-follows.ts';

/** How the reader of this page stands to a tipster. */
export type Following = {
  reader: 'stranger' | 'member' | 'themselves';
  following: boolean;
  /** How the last change stands that the server has not taken yet. */
  device: DeviceState | undefined;
  follow: () => void;
  /** Says so at once and offers it back; nobody is asked beforehand. */
  unfollow: () => void;
};

/** Following a tipster: it shows at once, and is sent when there is a line. */
export function useFollowing(tipsterId: string): Following {
  const { t } = useLingui();
  const session = useSession();
  const told = useFollows()?.get(tipsterId);
  const { act } = useActions();
  const notSavedWords = useNotSavedWords();
  const kept = useDurable();

  const notSaved = (error: unknown) =>
    notify({ tone: 'lost', title: t`Not saved`, text: notSavedWords(error) });
  const follow = () => void act('follow.set', { tipsterId, following: true }).catch(notSaved);
  return {
    reader: readerOf(session?.memberId, tipsterId),
    following: told?.following ?? false,
    device: told?.device?.state,
    follow,
    unfollow: () =>
      void act('follow.set', { tipsterId, following: false }).then(
        () =>
          notify({
            tone: 'saved',
            title: kept ? t`Saved on this phone` : t`Not kept on this phone`,
            text: t`You no longer follow this tipster`,
            act: { label: t`Undo`, onAct: follow },
            // The next one that is unfollowed has an Undo of its own.
            stands: true,
          }),
        notSaved,
      ),
  };
}

function readerOf(memberId: string | undefined, tipsterId: string): Following['reader'] {
  if (memberId === undefined) return 'stranger';
  return memberId === tipsterId ? 'themselves' : 'member';
}
