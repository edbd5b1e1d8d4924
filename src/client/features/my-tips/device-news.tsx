import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { conflictOf, isUnsent, tipIn } from '#client/data/operation-contents.ts';
import { Again } from '#client/data/operation-words.tsx';
import { useCapability, useOperations } from '#client/data/sync-state.ts';
import { useRecovery } from '#client/data/recovery.ts';
import { problemWords, recoveryOf } from '#client/ui/messages/problems.ts';
import { hasPerhapsArrived, RecoveryActions } from '#client/ui/messages/recovery-actions.tsx';
import { notify, useSayDiscarded } from '#client/ui/messages/toasts.ts';
import { ConflictChoice } from '#client/ui/tip/conflict-choice.tsx';
import { KickOffWatch } from '#client/ui/tip/kick-off-watch.tsx';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { waitsFor } from '#sync/status.ts';

type Device = NonNullable<OptimisticTip['device']>;
type DeviceNewsProps = { tip: OptimisticTip; device: Device; now: Date };

/** Why a tip is not where it should be yet, how long it still has, and the recovery actions. */
export function DeviceNews({ tip, device, now }: DeviceNewsProps) {
  return (
    <div className="grid gap-2">
      <Reason device={device} />
      {tip.version === 0 && device.state !== 'needs-you' && <Unsent device={device} now={now} />}
      {device.state === 'needs-you' && (
        <div className="relative z-10">
          <TipWaysOn tip={tip} device={device} />
        </div>
      )}
    </div>
  );
}

function Reason({ device }: { device: Device }) {
  const { t } = useLingui();
  const kind = useFirstOperation(device)?.kind;
  switch (device.state) {
    case 'saved':
    case 'sending':
      return <p className="text-sm text-dim">{t`It is sent when there is a line.`}</p>;
    case 'waits':
      return (
        <p className="text-sm text-dim">
          {t`It waits for something else that is not through yet.`}
        </p>
      );
    case 'unknown':
      return (
        <p className="text-sm text-dim">
          {t`The answer has not been seen yet. It is sent again, safely.`}
        </p>
      );
    case 'blocked':
      return (
        <p className="text-sm text-saved">
          {device.problem
            ? problemWords(device.problem)
            : t`Sign in, then this goes out by itself.`}
        </p>
      );
    case 'needs-you':
      return (
        <p className="text-sm">
          {device.problem
            ? problemWords({ kind, ...device.problem })
            : t`It could not be sent after several tries. It is tried again.`}
          {(device.problem?.status ?? 0) >= 500 && <> {t`It is tried again by itself.`}</>}
        </p>
      );
  }
}

/** A tip nobody has taken yet: how long there is, and what happens when a game is quicker. */
function Unsent({ device, now }: { device: Device; now: Date }) {
  const { chooseIfStarted } = useRecovery();
  const asks = useCapability('withdrawals') !== false;
  const row = useFirstOperation(device);
  const tip = row && tipIn(row);
  if (!tip) return undefined;
  return (
    <div className="relative z-10">
      <KickOffWatch
        kickOffs={tip.options.map(({ startDateOfGame }) => startDateOfGame)}
        now={now}
        ifStarted={asks ? tip.ifStarted : undefined}
        {...(isUnsent(row) && {
          onChoice: (ifStarted) => chooseIfStarted(row.id, ifStarted),
        })}
      />
    </div>
  );
}

function TipWaysOn({ tip, device }: { tip: OptimisticTip; device: Device }) {
  const { t } = useLingui();
  const ways = useRecovery();
  const sayDiscarded = useSayDiscarded();
  const navigate = useNavigate();
  const operation = useNeedyOperation(device);
  if (operation === undefined) return undefined;

  const { id, kind, problem } = operation;
  const discard = async () => sayDiscarded(await ways.discard(id));
  const conflict = conflictOf(operation);
  if (conflict) {
    return (
      <ConflictChoice
        {...conflict}
        again={<Again row={operation} />}
        onMine={() => ways.retry(id)}
        onTheirs={discard}
      />
    );
  }
  const { code, started = [] } = problem ?? {};
  return (
    <RecoveryActions
      recovery={recoveryOf(code, kind)}
      unposted={tip.version === 0}
      hasOthers={code === 'fixture-started' && started.length < tip.options.length}
      mayHaveArrived={hasPerhapsArrived(operation)}
      onRetry={() => ways.retry(id)}
      onDiscard={discard}
      onEdit={async (replace) => {
        if ((await ways.editAgain(id, replace)) === 'slip-in-use') return false;
        await navigate({ to: '/tips/create' });
        return true;
      }}
      onPostOthers={async () => {
        if ((await ways.postOthers(id)) !== 'nothing-left') return;
        notify({ tone: 'lost', title: t`Oops`, text: t`All its games have kicked off.` });
      }}
    />
  );
}

function useFirstOperation({ operationIds: [first] }: Device) {
  return useOperations()?.find(({ id }) => id === first);
}

/** The one its person is asked about: the first of the tip that nothing else is in the way of. */
function useNeedyOperation({ operationIds }: Device) {
  const operations = useOperations();
  const own = operations?.filter(({ id }) => operationIds.includes(id));
  return own?.find((row) => waitsFor(row, operations ?? []) === undefined) ?? own?.[0];
}
