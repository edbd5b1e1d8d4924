import { Trans } from '@lingui/react/macro';
import type { TicketView } from '#sync/fold.ts';
import { useActions } from '#client/data/actions.ts';
import { useSession } from '#client/session/use-session.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmAct } from '#client/ui/confirm-act.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { useRefusalWords } from '#client/ui/refusal-words.ts';

/** Whether this administrator may not touch the ticket at all. */
export function useIsLocked(ticket: TicketView): boolean {
  const session = useSession();
  return ticket.IsGameSuccessful || ticket.tipsterId === session?.memberId;
}

/** Why a ticket is closed to this administrator, or why what they did to it has not arrived. */
export function TicketNews({ ticket }: { ticket: TicketView }) {
  const session = useSession();
  const { retry, discard } = useActions();
  const wordsOf = useRefusalWords();
  const { device } = ticket;
  if (ticket.tipsterId === session?.memberId) {
    return (
      <Notice>
        <Trans>This is your own ticket. Nobody prices or confirms their own ticket.</Trans>
      </Notice>
    );
  }
  if (!device || device.state === 'sending') return undefined;
  if (device.state !== 'needs-you') {
    return (
      <Notice tone="saved">
        <Trans>Saved on this phone. It is sent when there is a line.</Trans>
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title={<Trans>Error Updating Tip</Trans>}
      acts={
        <>
          <Button
            onClick={async () => {
              for (const id of device.operationIds) await retry(id);
            }}
          >
            <Trans>Try now</Trans>
          </Button>
          <ConfirmAct
            words={<Trans>Discard</Trans>}
            question={<Trans>What you changed on this ticket is not sent.</Trans>}
            onConfirm={async () => {
              for (const id of device.operationIds) await discard(id);
            }}
          />
        </>
      }
    >
      {device.problem && wordsOf(device.problem)}
    </Notice>
  );
}
