import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Drafts } from '../../data/drafts.ts';
import { useRunning } from '../../data/running.ts';
import { useDrafts } from '../../data/use-drafts.ts';
import { useLogOut } from '../../data/use-log-out.ts';
import { useOperations } from '../../data/use-sync.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/toasts.ts';

/** Logs out at once when nothing is owed or begun; else asks what shall become of it. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { engine } = useRunning();
  const unsent = useOperations()?.filter(({ state }) => state !== 'acked').length;
  const drafts = useDrafts();
  const { leave, leaving } = useLeave(onClose);
  const [sending, setSending] = useState(false);
  const known = unsent !== undefined && drafts !== undefined;
  const nothing = known && unsent === 0 && drafts.games === 0 && drafts.edits === 0;

  // Nothing is owed, or it has just been sent: there is nothing to ask.
  useEffect(() => {
    if (nothing) leave('keep');
  }, [nothing, leave]);

  if (!known || nothing) return null;
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Some things were not sent yet</Trans>}
      description={<WhatIsThere unsent={unsent} drafts={drafts} />}
    >
      <div className="grid gap-2">
        {unsent > 0 && (
          <Button
            look="act"
            busy={sending || leaving}
            onClick={() => {
              setSending(true);
              engine?.nudge('woke');
            }}
          >
            {sending ? t`Sending, then logging out…` : t`Send now`}
          </Button>
        )}
        <Button busy={leaving} onClick={() => leave('keep')}>
          <Trans>Keep them sealed on this phone for me</Trans>
        </Button>
        <Button look="danger" busy={leaving} onClick={() => leave('delete')}>
          <Trans>Delete them</Trans>
        </Button>
      </div>
    </Modal>
  );
}

/** What a logout would take along, in words. */
function WhatIsThere({ unsent, drafts }: { unsent: number; drafts: Drafts }) {
  const { games, edits } = drafts;
  return (
    <>
      {unsent > 0 && (
        <Plural
          value={unsent}
          one="# thing you did is still on this phone."
          other="# things you did are still on this phone."
        />
      )}{' '}
      {games > 0 && (
        <Plural
          value={games}
          one="The slip you are building holds # game."
          other="The slip you are building holds # games."
        />
      )}{' '}
      {edits > 0 && (
        <Plural
          value={edits}
          one="The odds you entered for # game are not saved."
          other="The odds you entered for # games are not saved."
        />
      )}{' '}
      <Trans>What shall become of that?</Trans>
    </>
  );
}

/** Logs out once, however often it is asked to, and goes home. */
function useLeave(onDone: () => void) {
  const { t } = useLingui();
  const logOut = useLogOut();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  // The dialog goes with the session, so what went wrong is told beside it.
  const tell = () =>
    session.get() === undefined
      ? notify({
          tone: 'lost',
          title: t`You are logged out`,
          text: t`Not everything of yours could be removed from this phone.`,
        })
      : notify({ tone: 'lost', title: t`Logging out did not work`, text: t`Please try again.` });
  const latest = useRef({ logOut, navigate, onDone, tell });

  useEffect(() => {
    latest.current = { logOut, navigate, onDone, tell };
  });

  const [leave] = useState(() => {
    let left = false;
    return (unsent: 'keep' | 'delete') => {
      if (left) return;
      left = true;
      setLeaving(true);
      const { logOut, navigate, onDone, tell } = latest.current;
      void logOut(unsent)
        .catch(tell)
        .then(() => (session.get() === undefined ? navigate({ to: '/' }) : undefined))
        .then(onDone);
    };
  });
  return { leave, leaving };
}
