import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { TicketView } from '#sync/fold.ts';
import { useOperations } from '#client/data/use-sync.ts';
import { useWaysOn } from '#client/data/use-ways-on.ts';
import { useRefusalWords } from '#client/ui/refusal-words.ts';
import { notify } from '#client/ui/toasts.ts';
import { hasPerhapsArrived, WaysOn } from '#client/ui/ways-on.tsx';

type Device = NonNullable<TicketView['device']>;

/** Why a ticket is not where it should be yet, and the ways on. */
export function DeviceNews({ ticket, device }: { ticket: TicketView; device: Device }) {
  const wordsOf = useRefusalWords();
  switch (device.state) {
    case 'saved':
    case 'sending':
      return (
        <p className="text-sm text-dim">
          <Trans>It is sent when there is a line.</Trans>
        </p>
      );
    case 'unknown':
      return (
        <p className="text-sm text-dim">
          <Trans>The answer has not been seen yet. It is sent again, safely.</Trans>
        </p>
      );
    case 'blocked':
      return (
        <p className="text-sm text-saved">
          {device.problem ? (
            wordsOf(device.problem)
          ) : (
            <Trans>Sign in, then this goes out by itself.</Trans>
          )}
        </p>
      );
    case 'needs-you':
      return (
        <div className="relative z-10 grid gap-3">
          <p className="text-sm">
            {device.problem ? (
              wordsOf(device.problem)
            ) : (
              <Trans>It could not be sent after several tries. It is tried again.</Trans>
            )}
            {(device.problem?.status ?? 0) >= 500 && (
              <>
                {' '}
                <Trans>It is tried again by itself.</Trans>
              </>
            )}
          </p>
          <TicketWaysOn ticket={ticket} device={device} />
        </div>
      );
  }
}

function TicketWaysOn({ ticket, device }: { ticket: TicketView; device: Device }) {
  const { t } = useLingui();
  const ways = useWaysOn();
  const navigate = useNavigate();
  const [operationId] = device.operationIds;
  const operation = useOperations()?.find(({ id }) => id === operationId);
  if (operationId === undefined) return undefined;

  const { code, started = [] } = device.problem ?? {};
  const hopeless = code === 'fixture-started';
  return (
    <WaysOn
      unposted={ticket.version === 0}
      hasOthers={hopeless && started.length < ticket.options.length}
      mayHaveArrived={operation !== undefined && hasPerhapsArrived(operation)}
      hopeless={hopeless}
      onRetry={() => ways.retry(operationId)}
      onDiscard={() => ways.discard(operationId)}
      onEdit={async (replace) => {
        if ((await ways.editAgain(operationId, replace)) === 'slip-in-use') return false;
        await navigate({ to: '/tips/create' });
        return true;
      }}
      onPostOthers={async () => {
        if ((await ways.postOthers(operationId)) !== 'nothing-left') return;
        notify({ tone: 'lost', title: t`Oops`, text: t`All its games have kicked off.` });
      }}
    />
  );
}
