import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { usePersistenceResponse, useStorageIsDurable } from '#client/data/device/storage.ts';
import {
  useOperations,
  useOtherMemberOutboxes,
  useDrainRestarts,
} from '#client/data/device/sync-state.ts';
import { ConfirmButton } from '#client/ui/dialog/inline-question.tsx';
import { NoStorageNotice } from '#client/ui/messages/storage-notices.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import type { MemberOutbox } from '#sync/outbox/other-member-outboxes.ts';

/** Notes about this phone's storage; empty if all is well. */
export function StorageNotes() {
  return (
    <div className="mt-3 grid gap-3 text-sm empty:hidden">
      <EvictionWarning />
      <RestartNote />
      <LockedOutboxes />
    </div>
  );
}

/** Warns that the browser may delete unsent changes. */
function EvictionWarning() {
  const durable = useStorageIsDurable();
  const promised = usePersistenceResponse();
  const waits = useOperations()?.some(({ state }) => state !== 'acked') === true;
  if (!durable) return <NoStorageNotice />;
  if (!waits || promised?.granted !== false) return undefined;
  return (
    <p className="text-dim">
      <Trans>Your browser may clear it when the phone runs out of room.</Trans>
    </p>
  );
}

/** Says that sending was stuck and was restarted. */
function RestartNote() {
  const times = useDrainRestarts();
  if (times === 0) return undefined;
  return (
    <p role="note" className="rounded-sm bg-saved-ground px-3 py-2 text-saved">
      <Plural
        value={times}
        one="Sending stopped once and was started again."
        other="Sending stopped # times and was started again."
      />
    </p>
  );
}

/** Other members' unsent changes on this phone; only their number is shown. */
function LockedOutboxes() {
  const { queues, remove } = useOtherMemberOutboxes();
  if (queues.length === 0) return undefined;
  return (
    <ul className="-mx-4 grid gap-3 border-t border-line px-4 pt-3">
      {queues.map((queue) => (
        <li key={queue.memberId}>
          <LockedOutbox queue={queue} onRemove={() => remove(queue.memberId)} />
        </li>
      ))}
    </ul>
  );
}

type LockedOutboxProps = { queue: MemberOutbox; onRemove: () => Promise<void> };

function LockedOutbox({ queue: { count }, onRemove }: LockedOutboxProps) {
  const { t } = useLingui();
  const remove = () =>
    void onRemove().catch(() =>
      notify({ tone: 'lost', title: t`It could not be deleted`, text: t`Please try again.` }),
    );
  return (
    <div className="grid gap-2">
      <p>
        <Plural
          value={count}
          one="# change of another member is locked on this phone."
          other="# changes of another member are locked on this phone."
        />{' '}
        {t`Sent when they log in here.`}
      </p>
      <ConfirmButton
        words={
          <Plural value={count} one="Delete # change for good" other="Delete # changes for good" />
        }
        question={t`It was never sent, and nobody can bring it back.`}
        onConfirm={remove}
      />
    </div>
  );
}
