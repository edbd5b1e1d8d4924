import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, LinkButton } from '../button.tsx';
import { roomText } from '../formats.ts';
import { Notice } from '../notice.tsx';

type StorageNoticeProps = {
  trouble: 'refused' | 'full' | 'lost' | 'newer-app' | 'evicted';
  /** How many changes were still pending when the browser removed them, as far as that is known. */
  owed?: number | undefined;
  onSeen?: (() => void) | undefined;
};

/** What is wrong with this phone's storage, what that means for its person, and what they can do. */
export function StorageNotice({ trouble, owed, onSeen }: StorageNoticeProps) {
  const { t } = useLingui();
  switch (trouble) {
    case 'refused':
      return (
        <Notice tone="saved" role="status" title={t`This browser keeps nothing for Touchline`}>
          <Trans>
            With a line everything works. What you do is not kept on this phone: keep this page open
            until it is posted. A private window or a setting that blocks site data may be why.
          </Trans>
        </Notice>
      );
    case 'full':
      return (
        <Notice
          tone="warning"
          role="alert"
          title={t`This phone is full: nothing was saved`}
          acts={
            <>
              <LinkButton to="/sync">{t`See what is on this phone`}</LinkButton>
              <Seen onSeen={onSeen} />
            </>
          }
        >
          <Trans>
            What was saved before is safe. Make room by removing pictures or apps, then do it again.
          </Trans>
        </Notice>
      );
    case 'lost':
      return (
        <Notice
          tone="warning"
          role="alert"
          title={t`The browser has let go of its storage`}
          acts={<Reload />}
        >
          <Trans>
            What was saved on this phone is still there. Reload the page to get at it again.
          </Trans>
        </Notice>
      );
    case 'newer-app':
      return (
        <Notice
          tone="warning"
          role="alert"
          title={t`A newer version of Touchline has been on this phone`}
          acts={<Reload />}
        >
          <Trans>
            Nothing is gone, but this older page may not show all of it. Close the other tabs of
            Touchline and reload to get the newer version.
          </Trans>
        </Notice>
      );
    case 'evicted':
      return <Evicted owed={owed} onSeen={onSeen} />;
  }
}

function Evicted({ owed, onSeen }: Pick<StorageNoticeProps, 'owed' | 'onSeen'>) {
  return (
    <Notice
      tone="warning"
      role="alert"
      title={<Trans>The browser removed what was kept on this phone</Trans>}
      acts={<Seen onSeen={onSeen} />}
    >
      {owed !== undefined && owed > 0 && (
        <Plural
          value={owed}
          one="# change had not been sent and is gone. Look at your tickets, and do it again if it is missing."
          other="# changes had not been sent and are gone. Look at your tickets, and do again what is missing."
        />
      )}{' '}
      <Trans>An app on the home screen is kept longer than a page in a tab.</Trans>
    </Notice>
  );
}

function Seen({ onSeen }: Pick<StorageNoticeProps, 'onSeen'>) {
  const { t } = useLingui();
  if (onSeen === undefined) return undefined;
  return <Button onClick={onSeen}>{t`I have read this`}</Button>;
}

function Reload() {
  return (
    <Button look="act" onClick={() => location.reload()}>
      <Trans>Reload</Trans>
    </Button>
  );
}

type RoomInUseProps = {
  room: { usage?: number | undefined; quota?: number | undefined } | undefined;
};

/** How much of the browser's room is taken, in bytes; nothing where it does not say. */
export function RoomInUse({ room: { usage, quota } = {} }: RoomInUseProps) {
  const { t } = useLingui();
  if (usage === undefined || quota === undefined) return undefined;
  const used = roomText(usage);
  const all = roomText(quota);
  return <p className="text-sm text-dim">{t`${used} of ${all} are in use.`}</p>;
}
