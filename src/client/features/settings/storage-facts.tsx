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
        {t`Games, odds and recent tips are saved here, so pages open offline.`}{' '}
        {member && t`Your tickets, your slip and unsent changes too; only you see them.`}
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
    return <p>{t`Your browser keeps it until you remove it.`}</p>;
  }
  const askIt = async () =>
    run(async () => {
      const text = t`Browsers agree for apps on the home screen and for sites you use often.`;
      if (await ask().catch(() => false)) {
        notify({ tone: 'won', title: t`The browser keeps it from now on` });
      } else notify({ tone: 'waiting', title: t`Your browser has not agreed yet`, text });
    });
  return (
    <>
      <p>
        <Trans>Your browser may clear it when the phone runs out of room.</Trans>
      </p>
      <p>
        <Button busy={busy} onClick={askIt}>
          {t`Ask the browser to keep it`}
        </Button>
      </p>
    </>
  );
}
