import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { usePromised, useRoom, useStorageIsDurable } from '#client/data/device/storage.ts';
import { useSealedQueues, useWatchdog } from '#client/data/device/sync-state.ts';
import { Card } from '#client/ui/card.tsx';
import { ConfirmAct } from '#client/ui/dialog/question.tsx';
import { mediumDate } from '#client/ui/formats.ts';
import { KeepsNothing, RoomInUse } from '#client/ui/messages/storage.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import type { SealedQueue } from '#sync/outbox/sealed-queues.ts';

/** How this phone keeps things: what the browser promised, the room, and what others left sealed. */
export function KeepingPanel() {
  const room = useRoom();
  return (
    <Card aria-labelledby="keeping" className="-mx-2 mt-4 grid gap-3 p-4 text-sm md:mx-0">
      <h2 id="keeping" className="text-lg">
        <Trans>How it is kept</Trans>
      </h2>
      <Promised />
      <RoomInUse room={room} />
      <StoodStill />
      <SealedQueues />
    </Card>
  );
}

function Promised() {
  const durable = useStorageIsDurable();
  const promised = usePromised();
  if (!durable) return <KeepsNothing />;
  return promised !== undefined && <p>{promisedWords(promised)}</p>;
}

function promisedWords(promised: NonNullable<ReturnType<typeof usePromised>> | null): string {
  if (promised === null) {
    return t`Once you save something, your browser is asked to keep it.`;
  }
  if (promised.granted) {
    return t`Your browser keeps it until you remove it.`;
  }
  const asked = mediumDate(new Date(promised.at));
  return t`Your browser did not promise to keep it (asked on ${asked}) and may clear it when the phone runs out of room. An app on the home screen is kept longer.`;
}

/** A queue that stood still without a reason was set going again: nobody has to take that on trust. */
function StoodStill() {
  const times = useWatchdog();
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

/** What other members left on this phone. Anybody else only sees how many there are. */
function SealedQueues() {
  const { queues, remove } = useSealedQueues();
  if (queues.length === 0) return undefined;
  return (
    <ul className="grid gap-3 border-t-[1.5px] border-line pt-3">
      {queues.map((queue) => (
        <li key={queue.memberId}>
          <Sealed queue={queue} onRemove={() => remove(queue.memberId)} />
        </li>
      ))}
    </ul>
  );
}

type SealedProps = { queue: SealedQueue; onRemove: () => Promise<void> };

function Sealed({ queue: { count }, onRemove }: SealedProps) {
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
        {t`Sent when that member logs in here.`}
      </p>
      <ConfirmAct
        words={
          <Plural value={count} one="Delete # change for good" other="Delete # changes for good" />
        }
        question={t`It was never sent and cannot be brought back. That member is not told.`}
        onConfirm={remove}
      />
    </div>
  );
}
