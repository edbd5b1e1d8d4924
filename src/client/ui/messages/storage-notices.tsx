import { Plural, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { Button, LinkButton } from '../button.tsx';
import { storageSizeText } from '../formats.ts';
import { Notice } from '../notice.tsx';

type StorageNoticeProps = {
  trouble: 'refused' | 'slow' | 'silent' | 'login-in-memory' | 'full' | 'lost';
  onSeen?: (() => void) | undefined;
};

/** Explains a fault of this phone's storage, its consequence, and what to do. */
export function StorageNotice({ trouble, onSeen }: StorageNoticeProps) {
  const { t } = useLingui();
  const notices: Record<typeof trouble, ComponentProps<typeof Notice>> = {
    refused: {
      tone: 'saved',
      role: 'status',
      title: t`This browser keeps nothing for Touchline`,
      children: t`Online everything works, but what you do is not saved on this phone: keep this page open until it is posted. A private window or a setting that blocks site data may be why.`,
    },
    slow: {
      tone: 'saved',
      role: 'status',
      title: t`The browser’s storage is slow to answer`,
      children: t`What was saved on this phone is still there. It appears here as soon as the storage answers.`,
    },
    silent: {
      tone: 'saved',
      role: 'status',
      title: t`The browser’s storage does not answer`,
      children: t`Online everything works, but what you do is not saved on this phone: keep this page open until it is posted. What was saved before is still there, and appears once the storage answers.`,
    },
    'login-in-memory': {
      tone: 'saved',
      role: 'status',
      title: t`This browser could not store your login`,
      children: t`You are logged in on this page. You may have to log in again once it is closed.`,
    },
    full: {
      title: t`This phone is full: nothing was saved`,
      actions: (
        <>
          <LinkButton to="/sync">{t`See what is on this phone`}</LinkButton>
          {onSeen && <SeenButton onSeen={onSeen} />}
        </>
      ),
      children: t`What was saved before is safe. Make room by removing pictures or apps, then do it again.`,
    },
    lost: {
      title: t`This page may not show all that is saved on this phone`,
      actions: (
        <Button look="primary" onClick={() => location.reload()}>
          {t`Reload`}
        </Button>
      ),
      children: t`Nothing is gone. The browser closed its storage, or a newer version of Touchline has changed it. Close the other tabs of Touchline and reload this page.`,
    },
  };
  return <Notice tone="warning" role="alert" {...notices[trouble]} />;
}

type LostOperationsNoticeProps = {
  /** The number of unsent changes that the browser deleted. */
  count: number;
  onSeen: () => void;
};

/** Reports that the browser deleted this phone's rows, including `count` unsent changes. */
export function LostOperationsNotice({ count, onSeen }: LostOperationsNoticeProps) {
  const { t } = useLingui();
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t`The browser removed what was kept on this phone`}
      actions={<SeenButton onSeen={onSeen} />}
    >
      {count > 0 && (
        <Plural
          value={count}
          one="# change had not been sent and is gone. Look at your tickets, and do it again if it is missing."
          other="# changes had not been sent and are gone. Look at your tickets, and do again what is missing."
        />
      )}{' '}
      {t`An app on the home screen is kept longer than a page in a tab.`}
    </Notice>
  );
}

function SeenButton({ onSeen }: { onSeen: () => void }) {
  const { t } = useLingui();
  return <Button onClick={onSeen}>{t`I have read this`}</Button>;
}

/** Explains that the browser refuses storage, so nothing remains after the page is closed. */
export function NoStorageNotice() {
  const { t } = useLingui();
  return (
    <p className="font-semibold text-saved">
      {t`This browser keeps nothing: it is all gone when this page is closed.`}
    </p>
  );
}

type StorageUsageTextProps = {
  room: { usage?: number | undefined; quota?: number | undefined } | undefined;
};

/** The used storage in bytes; empty if the browser does not report it. */
export function StorageUsageText({ room: { usage, quota } = {} }: StorageUsageTextProps) {
  const { t } = useLingui();
  if (usage === undefined || quota === undefined) return undefined;
  const used = storageSizeText(usage);
  const all = storageSizeText(quota);
  return <span className="block text-sm text-dim">{t`${used} of ${all} used`}</span>;
}
