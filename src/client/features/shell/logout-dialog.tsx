import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRunning } from '../../data/running.ts';
import { useLogOut } from '../../data/use-log-out.ts';
import { useOperations } from '../../data/use-sync.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

/** Logs out at once when nothing is owed; else asks what shall become of it. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { engine } = useRunning();
  const unsent = useOperations()?.filter(({ state }) => state !== 'acked').length;
  const { leave, leaving } = useLeave(onClose);
  const [sending, setSending] = useState(false);

  // Nothing is owed, or it has just been sent: there is nothing to ask.
  useEffect(() => {
    if (unsent === 0) leave('keep');
  }, [unsent, leave]);

  if (unsent === undefined || unsent === 0) return null;
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Some things were not sent yet</Trans>}
      description={
        <Plural
          value={unsent}
          one="# thing you did is still on this phone. What shall become of it?"
          other="# things you did are still on this phone. What shall become of them?"
        />
      }
    >
      <div className="grid gap-2">
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

/** Logs out once, however often it is asked to, and goes home. */
function useLeave(onDone: () => void) {
  const logOut = useLogOut();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const latest = useRef({ logOut, navigate, onDone });

  useEffect(() => {
    latest.current = { logOut, navigate, onDone };
  });

  const [leave] = useState(() => {
    let left = false;
    return (unsent: 'keep' | 'delete') => {
      if (left) return;
      left = true;
      setLeaving(true);
      const { logOut, navigate, onDone } = latest.current;
      void logOut(unsent)
        .then(() => navigate({ to: '/' }))
        .then(onDone);
    };
  });
  return { leave, leaving };
}
