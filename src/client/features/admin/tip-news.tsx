import { Trans, useLingui } from '@lingui/react/macro';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useActions } from '#client/data/actions.ts';
import { conflictOf } from '#client/data/operation-contents.ts';
import { useOperations } from '#client/data/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { Button } from '#client/ui/button.tsx';
import { Again } from '#client/data/operation-words.tsx';
import { ConflictChoice } from '#client/ui/tip/conflict-choice.tsx';
import { useDurable } from '#client/ui/badge.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { problemWords } from '#client/ui/messages/problems.ts';
import { useSayDiscarded } from '#client/ui/messages/toasts.ts';

/** Whether this administrator may not touch the tip at all. */
export function useIsLocked(tip: OptimisticTip): boolean {
  const session = useSession();
  return tip.IsGameSuccessful || tip.tipsterId === session?.memberId;
}

/** Why a tip is closed to this administrator, or why what they did to it has not arrived. */
export function TipNews({ tip }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  const session = useSession();
  const kept = useDurable();
  const { device } = tip;
  if (tip.tipsterId === session?.memberId) {
    return (
      <Notice>{t`This is your own ticket. Nobody prices or confirms their own ticket.`}</Notice>
    );
  }
  if (!device || device.state === 'sending') return undefined;
  if (device.state === 'needs-you') return <Refused device={device} />;
  return (
    <Notice tone="saved">
      {kept
        ? t`Saved on this phone. It is sent when there is a line.`
        : t`Not kept on this phone: keep this page open until it is sent.`}
    </Notice>
  );
}

type Device = NonNullable<OptimisticTip['device']>;

/** What was refused, and what somebody else has made of the same tip meanwhile. */
function Refused({ device: { problem, operationIds } }: { device: Device }) {
  const { retry, discard } = useActions();
  const sayDiscarded = useSayDiscarded();
  const operations = useOperations()?.filter(({ id }) => operationIds.includes(id)) ?? [];
  const clashing = operations.find((row) => conflictOf(row) !== undefined);
  const conflict = clashing && conflictOf(clashing);
  return (
    <Notice
      tone="warning"
      title={<Trans>Error Updating Tip</Trans>}
      acts={
        conflict ? undefined : (
          <>
            <Button
              onClick={async () => {
                for (const id of operationIds) await retry(id);
              }}
            >
              <Trans>Try now</Trans>
            </Button>
            <Button
              onClick={async () => {
                for (const id of operationIds) sayDiscarded(await discard(id));
              }}
            >
              <Trans>Discard</Trans>
            </Button>
          </>
        )
      }
    >
      {problem && problemWords(problem)}
      {conflict && (
        <div className="mt-3 rounded-sm bg-card p-3 text-ink">
          <ConflictChoice
            {...conflict}
            again={<Again row={clashing} />}
            onMine={() => retry(clashing.id)}
            onTheirs={async () => sayDiscarded(await discard(clashing.id))}
          />
        </div>
      )}
    </Notice>
  );
}
