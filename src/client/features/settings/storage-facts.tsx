import { Trans, useLingui } from '@lingui/react/macro';
import { usePersistence, useRoom, useStorageIsDurable } from '#client/data/device/storage.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { KeepsNothing, RoomInUse } from '#client/ui/messages/storage.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';

/** What this phone keeps, what the browser says about keeping it, and how much room it takes. */
export function StorageFacts({ member }: { member: boolean }) {
  const { t } = useLingui();
  const room = useRoom();
  return (
    <>
      {useStorageIsDurable() ? <Kept member={member} /> : <KeepsNothing />}
      <RoomInUse room={room} />
      {member && (
        <p>
          <LinkButton to="/sync">{t`See what is on this phone`}</LinkButton>
        </p>
      )}
    </>
  );
}

function Kept({ member }: { member: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <p>
        {t`Games, odds and recent tips are kept here, so that every page opens without a connection.`}{' '}
        {member &&
          t`So are your tickets, your slip and what was not sent yet, for your eyes alone.`}
      </p>
      <Persistence />
    </>
  );
}

/** The browser's own word on it, asked each time; and the button that asks for more. */
function Persistence() {
  const { t } = useLingui();
  const { persisted, ask } = usePersistence();
  const { busy, run } = useTask();
  if (persisted === undefined) return undefined;
  if (persisted) {
    return <p>{t`The browser has promised to keep what you save here until you remove it.`}</p>;
  }
  const askIt = async () =>
    run(async () => {
      const text = t`Browsers promise it to apps on the home screen and to sites that are used often.`;
      if (await ask().catch(() => false)) {
        notify({ tone: 'won', title: t`The browser keeps it from now on` });
      } else notify({ tone: 'waiting', title: t`The browser promises nothing yet`, text });
    });
  return (
    <>
      <p>
        <Trans>
          The browser promises nothing: it may clear what is saved here when the phone runs out of
          room.
        </Trans>
      </p>
      <p>
        <Button busy={busy} onClick={askIt}>
          {t`Ask the browser to keep it`}
        </Button>
      </p>
    </>
  );
}
